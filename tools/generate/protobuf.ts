import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { letterOf, type ScalarType } from '../../packages/core/src/protobuf/message-table.ts'
import { packageFolder, ROOT } from '../packages/packages.ts'

/** Versions of k8s.io/api, the oldest first: those of Kubernetes 1.33 to 1.37. */
const VERSIONS = ['v0.33.0', 'v0.34.0', 'v0.35.0', 'v0.36.0', 'v0.37.1']
const MODULES = ['api', 'apiextensions-apiserver', 'apimachinery', 'client-go', 'kube-aggregator']
const FOLDER = join(packageFolder('core'), 'src', 'protobuf', 'data')
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

/** The messages of a text: those with a line of their own, and all in the order in which they begin. */
interface Layout {
  readonly lines: readonly string[]
  readonly order: readonly string[]
}

/** Puts each part where it is first referred to, unless it has a line. The lists of the kinds are counted after them. */
function layOut(
  lines: readonly string[],
  messages: ReadonlyMap<string, Union>,
  before: readonly string[],
): Layout {
  const withLine = new Set(lines)
  const placed = new Set(before)
  const place = (name: string) => {
    placed.add(name)
    for (const { type } of membersOf(messages.get(name))) {
      const item = itemOf(type)
      if (messages.has(item) && !placed.has(item) && !withLine.has(item)) place(item)
    }
  }
  for (const name of lines) place(name)
  const lists = lines.filter(name => startOf(name, messages).startsWith('*')).map(name => `${name}List`)
  return { lines, order: [...placed, ...lists] }
}

/** The texts of a table, each of which refers to those before it. */
interface Texts {
  readonly common: string
  readonly otherGroups: string
  readonly unlisted: string
}

function textsOf(versions: readonly (readonly GoMessage[])[]): Texts {
  const messages = union(versions)
  const packages = groupVersions(versions)
  const named = [...messages.keys()]
    .filter(name => startOf(name, messages) !== '' && !isDerived(name, messages))
    .toSorted()
  const listed = named.filter(name => isForRows(name, messages))
  const isCommon = (name: string) => COMMON.has(packageOf(name))
  const common = layOut(listed.filter(isCommon), messages, [])
  const otherGroups = layOut(
    listed.filter(name => !isCommon(name)),
    messages,
    common.order,
  )
  const unlisted = layOut(
    named.filter(name => !listed.includes(name)),
    messages,
    otherGroups.order,
  )
  const placed = new Set<string>()
  const textOf = ({ lines }: Layout) => linesOf(lines, messages, packages, unlisted.order, placed)
  return { common: textOf(common), otherGroups: textOf(otherGroups), unlisted: textOf(unlisted) }
}

/** The packages of the kinds that most applications list. */
const COMMON = new Set(['apps.v1', 'core.v1', 'meta.v1'])

function linesOf(
  names: readonly string[],
  messages: ReadonlyMap<string, Union>,
  packages: ReadonlyMap<string, string>,
  order: readonly string[],
  placed: Set<string>,
): string {
  const indexes = new Map(order.map((name, index) => [name, index]))
  const lines: string[] = []
  let last = ''
  for (const name of names) {
    const ownPackage = packageOf(name)
    if (ownPackage !== last) lines.push(`#${packages.get(ownPackage) ?? ownPackage}`)
    last = ownPackage
    lines.push([startOf(name, messages), ...wordsOf(name, { messages, indexes, placed })].join(' '))
  }
  return lines.join('\n')
}

/** Whether rows, or answers to requests for rows, have the kind: kinds that are listed, and what is in them. */
function isForRows(name: string, messages: ReadonlyMap<string, Union>): boolean {
  const kind = name.replace(/List$/, '')
  const isListed = membersOf(messages.get(`${kind}List`)).some(
    member => member.name === 'items' && member.type === `list<${kind}>`,
  )
  return isListed || ROW_KINDS.test(name)
}

/** What is read beside kinds that are listed. */
const ROW_KINDS = /\.(ListMeta|Status|JSONSchemaProps)$/

/** Whether the table makes a message from that of a kind. */
function isDerived(name: string, messages: ReadonlyMap<string, Union>): boolean {
  const kind = name.replace(/List$/, '')
  return kind !== name && messages.get(kind)?.isKind === true && isUsualList(messages.get(name), kind)
}

/** The name of a message that is found by it. */
function startOf(name: string, messages: ReadonlyMap<string, Union>): string {
  const ownName = name.slice(name.lastIndexOf('.') + 1)
  if (messages.get(name)?.isKind)
    return (isUsualList(messages.get(`${name}List`), name) ? '*' : '$') + ownName
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

const membersOf = (message: Union | undefined): readonly GoMember[] =>
  [...(message?.members.values() ?? [])].toSorted((a, b) => a.number - b.number)

/** What is written, and which messages are. */
interface Writing {
  readonly messages: ReadonlyMap<string, Union>
  readonly indexes: ReadonlyMap<string, number>
  readonly placed: Set<string>
}

function wordsOf(message: string, writing: Writing): readonly string[] {
  let last = 0
  writing.placed.add(message)
  return membersOf(writing.messages.get(message)).map(member => {
    const number = member.number === last + 1 ? '' : `${member.number}=`
    last = member.number
    return number + member.name + codeOf(member, writing)
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
const CONTAINERS: Readonly<Record<string, string>> = { list: '[', map: '{', wrapped: '<' }
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
  ...{ microtime: 'microTime', quantity: 'quantity', intorstring: 'intOrString' },
  ...{ schemaorlist: 'schemaOrList', schemaorbool: 'schemaOrBool', schemaorstrings: 'schemaOrStrings' },
}

function codeOf({ name, type, rule, isRemoved }: GoMember, writing: Writing): string {
  let container = ''
  let item = type
  for (let match = CONTAINER.exec(item); match; match = CONTAINER.exec(item)) {
    container += CONTAINERS[match[1] ?? ''] ?? ''
    item = match[2] ?? ''
  }
  const scalar = SCALARS[item]
  const word = scalar === undefined ? referenceTo(item, name, writing) : letterOf(scalar)
  const mark = isRemoved ? '-' : WHOLE_OBJECTS.has(name) ? '+' : ''
  const code = `${RULES[rule] ?? ''}${container}${word}${mark}`
  return code === '?S' ? '' : code.replace(/^([!*^~])S$/, '$1')
}

/** The number of a message, or the whole message where it is first referred to. */
function referenceTo(message: string, member: string, writing: Writing): string {
  const { messages, indexes, placed } = writing
  const index = indexes.get(message)
  if (index === undefined) throw new Error(`${member} has the unknown type ${message}`)
  if (placed.has(message) || startOf(message, messages) !== '') return index.toString(36)
  return `(${wordsOf(message, writing).join(' ')})`
}

const itemOf = (type: string): string => {
  const match = CONTAINER.exec(type)
  return match ? itemOf(match[2] ?? '') : type
}

const CONTAINER = /^(list|map|wrapped)<(.*)>$/

/** Lists whose items are whole objects: JSON has their kind and apiVersion, and protobuf has not. */
const WHOLE_OBJECTS = new Set(['volumeClaimTemplates'])

function write(file: string, declarations: string): void {
  const head =
    '// Generated from the Go types of Kubernetes 1.33 to 1.37, not to be edited: npm run generate -- protobuf'
  writeFileSync(join(FOLDER, file), `${head}\n\n${declarations}\n`)
}

/**
 * Writes packages/core/src/protobuf/data: the protobuf form of the built-in types, from the struct tags of the Go types of
 * every supported Kubernetes version. Requires Go and its module proxy.
 */
export function generateProtobuf(): void {
  const { common, otherGroups, unlisted } = textsOf(VERSIONS.map(messagesOf))
  mkdirSync(FOLDER, { recursive: true })
  write(
    'common-messages.ts',
    `/** The minor version of the newest Kubernetes whose types these are. */
export const NEWEST_MINOR = ${Number(VERSIONS.at(-1)?.split('.')[1])}

/** The kinds of v1 and apps/v1 that are listed, and Status. */
export const COMMON_MESSAGES: string = \`${common}\``,
  )
  write(
    'other-group-messages.ts',
    `/** The kinds of other groups that are listed. They are added to a table after COMMON_MESSAGES. */
export const OTHER_GROUP_MESSAGES: string = \`${otherGroups}\``,
  )
  write(
    'unlisted-messages.ts',
    `/** The kinds that are not listed. They are added to a table after OTHER_GROUP_MESSAGES. */
export const UNLISTED_MESSAGES: string = \`${unlisted}\``,
  )
}
