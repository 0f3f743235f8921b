import type { JsonSchema } from '../model/json-schema.ts'
import { type Member, memberLines, memberText } from './members.ts'
import { typeLine, WIDTH } from './type-node.ts'
import { type Union, type UnionBranch, unionsOf } from './unions.ts'

/** What a declaration consists of. */
export interface DeclarationParts {
  readonly name: string
  /** The interface that it extends. */
  readonly parent?: string | undefined
  readonly members: readonly Member[]
  /** Decides which forms and which other members there are. */
  readonly schema: JsonSchema
}

/** An exported interface, or a type if an object has one of several forms. */
export function declarationText({ name, parent, members, schema }: DeclarationParts): string {
  const unions = unionsOf(schema)
  const lines = memberLines(members, schema)
  const body = lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`
  if (unions.length === 0) return `${interfaceStart(name, parent)} ${body}\n`
  const types = new Map(members.map(member => [member.name, member]))
  const [first = '', ...others] = unions.map(union => formsOf(union, types))
  const whole = parent ? `${parent} & ${body}` : body
  return `export type ${name} = ${whole} & ${[first, ...others].join(' &\n  ')}\n`
}

/** The first line of an interface without its brace. */
export function interfaceStart(name: string, parent?: string): string {
  const start = `export interface ${name}`
  if (parent === undefined) return start
  const line = `${start} extends ${parent}`
  return line.length + 2 <= WIDTH ? line : `${start}\n  extends ${parent}`
}

/** The forms of a union, on the line of the brace before it if they fit. */
function formsOf(union: Union, members: ReadonlyMap<string, Member>): string {
  const [first, ...others] = union.map(branch => branchMembers(branch, members))
  if (first && others.length === 0) return objectText(first, '')
  const forms = [first ?? [], ...others]
  const line = `(${forms.map(objectLine).join(' | ')})`
  if (line.length + '} & '.length <= WIDTH) return line
  return `(\n${forms.map(each => `  | ${objectText(each, '    ')}\n`).join('')})`
}

/** The members that a form has or lacks; all others are in the first part of the type. */
function branchMembers(
  { required, absent }: UnionBranch,
  members: ReadonlyMap<string, Member>,
): readonly Omit<Member, 'comment'>[] {
  return [
    ...required.map(name => ({ name, required: true, type: members.get(name)?.type ?? 'unknown' })),
    ...absent.map(name => ({ name, required: false, type: 'never' })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** An object type on one line if it fits. */
function objectText(members: readonly Omit<Member, 'comment'>[], indent: string): string {
  const line = objectLine(members)
  if (indent.length + line.length <= WIDTH) return line
  return `{\n${members.map(each => memberText(each, `${indent}  `)).join('\n')}\n${indent}}`
}

const objectLine = (members: readonly Omit<Member, 'comment'>[]): string =>
  `{ ${members.map(each => memberText({ ...each, type: typeLine(each.type) }, '').trimStart()).join('; ')} }`
