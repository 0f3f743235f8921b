// Writes packages/core/src/protobuf/data/messages.ts: the protobuf form of the built-in types, from the struct tags of the Go
// types of every supported Kubernetes version. Requires Go and its module proxy.
//   node --conditions=@kube-informer/source scripts/generate-protobuf.ts
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { letterOf, type ScalarType } from '../packages/core/src/protobuf/message-table.ts'
import { packageFolder, ROOT } from '../tools/packages.ts'

/** Versions of k8s.io/api, the oldest first: those of Kubernetes 1.33 to 1.37. */
const VERSIONS = ['v0.33.0', 'v0.34.0', 'v0.35.0', 'v0.36.0', 'v0.37.1']
const MODULES = ['api', 'apiextensions-apiserver', 'apimachinery', 'client-go', 'kube-aggregator']
const PROGRAM = join(ROOT, 'tools', 'kubernetes', 'protobuf-table', 'main.go')

/** A member, as protobuf-table prints it. */
interface GoMember {
  readonly number: number
  readonly name: string
  readonly type: string
  readonly rule: string
  readonly isRemoved?: boolean
}

/** A message, as protobuf-table prints it. */
interface GoMessage {
  readonly name: string
  readonly groupVersions?: readonly string[]
  readonly members: readonly GoMember[]
}

interface Union {
  readonly isKind: boolean
  /** By number. */
  readonly members: Map<number, GoMember>
}

/** Prints the messages of one version, in a module of its own. */
function messagesOf(version: string): readonly GoMessage[] {
  const folder = join(ROOT, '.cache', 'protobuf', version)
  mkdirSync(folder, { recursive: true })
  copyFileSync(PROGRAM, join(folder, 'main.go'))
  const requires = MODULES.map(name => `require k8s.io/${name} ${version}`)
  writeFileSync(join(folder, 'go.mod'), ['module table', 'go 1.24', ...requires, ''].join('\n'))
  run(folder, 'mod', 'tidy')
  return run(folder, 'run', '.')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as GoMessage)
}

function run(cwd: string, ...args: readonly string[]): string {
  const go = spawnSync('go', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 })
  if (go.status !== 0) throw new Error(`go ${args.join(' ')}: ${go.stderr || go.error?.message}`)
  return go.stdout
}

/** Members that a version has removed keep their numbers, which no other member takes. The newest version decides. */
function union(versions: readonly (readonly GoMessage[])[]): ReadonlyMap<string, Union> {
  const all = new Map<string, Union>()
  for (const { name, groupVersions = [], members } of versions.flat()) {
    const known = all.get(name)
    const before = known?.members ?? new Map<number, GoMember>()
    const isKind = groupVersions.length > 0 || META_KINDS.test(name)
    all.set(name, { isKind, members: new Map([...before, ...members.map(withNumber)]) })
    for (const member of members) warnOfChange(name, before.get(member.number), member)
  }
  const newest = versions.at(-1) ?? []
  for (const [name, { members }] of all)
    for (const member of members.values()) {
      const isRemoved = lacks(newest, name, member)
      if (isRemoved || versions.some(messages => lacks(messages, name, member)))
        members.set(member.number, { ...member, isRemoved, rule: IF_SENT[member.rule] ?? member.rule })
    }
  return all
}

const withNumber = (member: GoMember) => [member.number, member] as const

function warnOfChange(message: string, before: GoMember | undefined, { name, type }: GoMember): void {
  if (before && (before.type !== type || before.name !== name))
    console.warn(`${message}.${name} was ${before.name} of ${before.type}, and is of ${type}`)
}

/** Whether a version has the message without the member: its JSON does not have it either, so it depends on what is sent. */
const lacks = (messages: readonly GoMessage[], name: string, { number }: GoMember): boolean =>
  messages.some(each => each.name === name && !each.members.some(member => member.number === number))

const IF_SENT: Readonly<Record<string, string>> = { keep: 'sent', null: 'absent' }

/** Kinds of all group versions. */
const META_KINDS = /^meta\.v1\.(Status|\w+Options|PartialObjectMetadata(List)?|API\w+)$/

/** The group version of each package. A package without kinds of its own keeps its name. */
function groupVersions(versions: readonly (readonly GoMessage[])[]): ReadonlyMap<string, string> {
  const found = new Map([['meta.v1', 'meta.k8s.io/v1']])
  for (const message of versions.flat())
    for (const groupVersion of message.groupVersions ?? []) found.set(packageOf(message.name), groupVersion)
  return found
}

const packageOf = (name: string): string => name.slice(0, name.lastIndexOf('.'))

function textOf(versions: readonly (readonly GoMessage[])[]): string {
  const messages = union(versions)
  const names = [...messages.keys()].filter(name => !isDerived(name, messages)).toSorted()
  const indexes = new Map(names.map((name, index) => [name, index]))
  const packages = groupVersions(versions)
  const lines: string[] = []
  let last = ''
  for (const name of names) {
    const ownPackage = packageOf(name)
    if (ownPackage !== last) lines.push(`#${packages.get(ownPackage) ?? ownPackage}`)
    last = ownPackage
    const words = wordsOf(messages.get(name), indexes)
    const start = startOf(name, messages)
    lines.push([...(start === '' ? [] : [start]), ...words].join(' '))
  }
  return lines.join('\n')
}

/** Whether the table makes a message from that of a kind. */
function isDerived(name: string, messages: ReadonlyMap<string, Union>): boolean {
  const kind = name.replace(/List$/, '')
  return kind !== name && messages.get(kind)?.isKind === true && isUsualList(messages.get(name), kind)
}

/** The name of a message that is found by it. */
function startOf(name: string, messages: ReadonlyMap<string, Union>): string {
  const ownName = name.slice(name.lastIndexOf('.') + 1)
  if (messages.get(name)?.isKind) return (isUsualList(messages.get(`${name}List`), name) ? '*' : '$') + ownName
  return FOUND.has(ownName) ? `$${ownName}` : ''
}

/** Parts that are found by name. */
const FOUND = new Set(['ListMeta', 'JSONSchemaProps'])

/** Whether a message is a list of the kind with the members that the table adds to the kind. */
function isUsualList(list: Union | undefined, kind: string): boolean {
  const [metadata, items, ...others] = [...(list?.members.values() ?? [])]
  const isUsual = metadata?.type === 'meta.v1.ListMeta' && items?.type === `list<${kind}>`
  return others.length === 0 && isUsual && metadata.rule === 'keep' && items.rule === 'null'
}

function wordsOf(message: Union | undefined, indexes: ReadonlyMap<string, number>): readonly string[] {
  const members = [...(message?.members.values() ?? [])].toSorted((a, b) => a.number - b.number)
  let last = 0
  return members.map(member => {
    const number = member.number === last + 1 ? '' : `${member.number}=`
    last = member.number
    return number + member.name + codeOf(member, indexes)
  })
}

const RULES: Readonly<Record<string, string>> = {
  omit: '?',
  // The only member is a time, and its zero is null.
  omitzero: '?',
  keep: '!',
  absent: '*',
  sent: '^',
  null: '~',
  inline: '>',
}
const CONTAINERS: Readonly<Record<string, string>> = { list: '[', map: '{', wrapped: '(' }
const SCALARS: Readonly<Record<string, ScalarType>> = {
  ...{
    string: 'string',
    bytes: 'bytes',
    bool: 'bool',
    int: 'int',
    double: 'double',
    time: 'time',
    raw: 'raw',
  },
  ...{ microtime: 'microTime', duration: 'duration', quantity: 'quantity', intorstring: 'intOrString' },
  ...{ schemaorlist: 'schemaOrList', schemaorbool: 'schemaOrBool', schemaorstrings: 'schemaOrStrings' },
}

function codeOf({ name, type, rule, isRemoved }: GoMember, indexes: ReadonlyMap<string, number>): string {
  let container = ''
  let item = type
  for (let match = CONTAINER.exec(item); match; match = CONTAINER.exec(item)) {
    container += CONTAINERS[match[1] ?? ''] ?? ''
    item = match[2] ?? ''
  }
  const scalar = SCALARS[item]
  const index = indexes.get(item)
  if (scalar === undefined && index === undefined) throw new Error(`${name} has the unknown type ${item}`)
  const word = scalar === undefined ? index?.toString(36) : letterOf(scalar)
  const mark = isRemoved ? '-' : WHOLE_OBJECTS.has(name) ? '+' : ''
  const code = `${RULES[rule] ?? ''}${container}${word}${mark}`
  return code === '?S' ? '' : code.replace(/^([!*^~])S$/, '$1')
}

const CONTAINER = /^(list|map|wrapped)<(.*)>$/

/** Lists whose items are whole objects: JSON has their kind and apiVersion, and protobuf has not. */
const WHOLE_OBJECTS = new Set(['volumeClaimTemplates'])

const text = textOf(VERSIONS.map(messagesOf))
const folder = join(packageFolder('core'), 'src', 'protobuf', 'data')
mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'messages.ts'),
  `// Generated from the Go types of Kubernetes 1.33 to 1.37, not to be edited: scripts/generate-protobuf.ts

/** The minor version of the newest Kubernetes whose types these are. */
export const NEWEST_MINOR = ${Number(VERSIONS.at(-1)?.split('.')[1])}

/** The text of a MessageTable. */
export const MESSAGES: string = \`${text}\`
`,
)
