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
  if (unions.length === 0) return `export interface ${name}${parent ? ` extends ${parent}` : ''} ${body}\n`
  const types = new Map(members.map(member => [member.name, member]))
  const forms = unions.map(union => formsOf(union, types))
  return `export type ${name} = ${[...(parent ? [parent] : []), body, ...forms].join(' & ')}\n`
}

function formsOf(union: Union, members: ReadonlyMap<string, Member>): string {
  const [first, ...others] = union.map(branch => branchMembers(branch, members))
  if (first && others.length === 0) return objectText(first, '')
  return `(\n${[first ?? [], ...others].map(each => `  | ${objectText(each, '    ')}\n`).join('')})`
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
  const line = `{ ${members.map(each => inlineMember(each)).join('; ')} }`
  if (indent.length + line.length <= WIDTH) return line
  return `{\n${members.map(each => memberText(each, `${indent}  `)).join('\n')}\n${indent}}`
}

const inlineMember = (member: Omit<Member, 'comment'>): string =>
  // Lines as wide as the type itself: the caller decides whether it fits.
  memberText({ ...member, type: typeLine(member.type) }, '').trimStart()
