// Writes packages/apiserver/src/protobuf/data/field-numbers.ts: the protobuf field number of each member of a built-in
// type, which no API reports. It reads the .proto files of the Go modules from which tools/kubernetes builds a
// kube-apiserver. Requires Go.
//   node --conditions=@kube-informer/source scripts/generate-protobuf.ts
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shortName } from '../packages/apiserver/src/schema/data-type.ts'
import { loadSchemas } from '../packages/apiserver/src/schema/load-schemas.ts'
import type { Schemas } from '../packages/apiserver/src/schema/schemas.ts'
import { packageFolder, ROOT } from '../tools/packages.ts'

const MODULES = [
  'k8s.io/api',
  'k8s.io/apimachinery',
  'k8s.io/apiextensions-apiserver',
  'k8s.io/kube-aggregator',
]
const FOLDER = join(packageFolder('apiserver'), 'src', 'protobuf', 'data')

interface Field {
  readonly name: string
  readonly number: number
  /** The full name of a message in the form that OpenAPI uses; undefined for other types. */
  readonly message: string | undefined
}

/** The messages of a generated .proto file, by their OpenAPI names. */
function messagesIn(source: string): [string, readonly Field[]][] {
  const [, space = ''] = /^package (\S+);/m.exec(source) ?? []
  return [...source.matchAll(/^message (\w+) \{\n(.*?)^\}/gms)].map(([, name = '', body = '']) => [
    openApiName(`${space}.${name}`),
    fieldsIn(body, space),
  ])
}

const FIELD = /^\s*(?:optional|repeated|required)?\s*(map<[^>]+>|[\w.]+) (\w+) = (\d+);/gm
const SCALARS = new Set(['string', 'bytes', 'bool', 'int32', 'int64', 'uint32', 'uint64', 'double', 'float'])

function fieldsIn(body: string, space: string): readonly Field[] {
  return [...body.matchAll(FIELD)].map(([, type = '', name = '', number = '']) => {
    const isMessage = !type.startsWith('map<') && !SCALARS.has(type)
    const qualified = type.includes('.') ? type.replace(/^\./, '') : `${space}.${type}`
    return { name, number: Number(number), message: isMessage ? openApiName(qualified) : undefined }
  })
}

const openApiName = (name: string): string =>
  name.replace(/^k8s\.io\.(\w+)/, (_, module: string) => `io.k8s.${module.replaceAll('_', '-')}`)

/** The lines of the API's types, and of the messages that their JSON inlines. */
function lines(messages: ReadonlyMap<string, readonly Field[]>, schemas: Schemas): readonly string[] {
  const wanted = new Set(schemas.typeNames.filter(name => messages.has(name)))
  const found: string[] = []
  for (const name of wanted) {
    const properties = schemas.ofType(name)?.properties
    const fields = (messages.get(name) ?? []).toSorted((a, b) => a.number - b.number)
    let last = 0
    const words = fields.map(each => {
      const field = { ...each, name: jsonName(each.name, properties) }
      const isInline = properties !== undefined && !properties.has(field.name)
      if (isInline && field.message) wanted.add(field.message)
      const number = field.number === last + 1 ? '' : `=${field.number}`
      last = field.number
      return `${field.name}${number}${isInline && field.message ? `>${shortName(field.message)}` : ''}`
    })
    found.push([shortName(name), ...words].join(' '))
  }
  return found.toSorted()
}

/** The JSON name of a member. A few names start with a capital letter in protobuf only. */
function jsonName(name: string, properties: ReadonlyMap<string, unknown> | undefined): string {
  const lower = name.charAt(0).toLowerCase() + name.slice(1)
  return properties?.has(name) === false && properties.has(lower) ? lower : name
}

function moduleFolders(): readonly string[] {
  const go = spawnSync('go', ['list', '-m', '-f', '{{.Dir}}', ...MODULES], {
    cwd: join(ROOT, 'tools', 'kubernetes'),
    encoding: 'utf8',
  })
  if (go.status !== 0) throw new Error(`go list: ${go.stderr || go.error?.message}`)
  return go.stdout.trim().split('\n')
}

const sources = moduleFolders().flatMap(folder =>
  globSync('**/generated.proto', { cwd: folder }).map(file => readFileSync(join(folder, file), 'utf8')),
)
const messages = new Map(sources.flatMap(messagesIn))
const text = lines(messages, await loadSchemas()).join('\n')
mkdirSync(FOLDER, { recursive: true })
writeFileSync(
  join(FOLDER, 'field-numbers.ts'),
  `// Generated from the .proto files of Kubernetes, not to be edited: scripts/generate-protobuf.ts

/**
 * Each line is a type and its members in the order of their field numbers. A number that is omitted is one more than
 * the previous one, starting at 1 (\`name=7\` sets it). \`>\` precedes the message whose members JSON inlines.
 */
export const FIELD_NUMBERS: string = \`${text}\`
`,
)
