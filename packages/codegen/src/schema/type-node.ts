/** The width of generated lines. */
export const WIDTH = 110

/** A TypeScript type. A string is a name, a keyword or a literal. */
export type TypeNode = string | UnionNode | ArrayNode | MapNode

interface UnionNode {
  readonly union: readonly TypeNode[]
}

interface ArrayNode {
  readonly array: TypeNode
}

/** An object whose members all have one type. */
interface MapNode {
  readonly map: TypeNode
}

/** A union without repeated members. `unknown` includes all others. */
export function unionOf(members: readonly TypeNode[]): TypeNode {
  const flat = members.flatMap(each => (typeof each === 'object' && 'union' in each ? each.union : [each]))
  if (flat.includes('unknown')) return 'unknown'
  const distinct = [...new Set(flat)]
  return distinct.length === 1 && distinct[0] !== undefined ? distinct[0] : { union: distinct }
}

/** The text of a type on one line. */
export function typeLine(node: TypeNode): string {
  if (typeof node === 'string') return node
  if ('union' in node) return node.union.map(typeLine).join(' | ')
  // A mapped object of its own: a kind may be called Record or ReadonlyArray and hide the global type.
  if ('map' in node) return `{ readonly [key: string]: ${typeLine(node.map)} }`
  const item = typeLine(node.array)
  return needsParentheses(node.array) ? `readonly (${item})[]` : `readonly ${item}[]`
}

/** `readonly string[][]` is a read-only array of arrays that can be changed. */
const needsParentheses = (item: TypeNode): boolean => typeof item === 'object' && !('map' in item)

/**
 * The text of a type as a formatter writes it: on one line if it fits, otherwise broken into several.
 *
 * @param column the characters before the type on its line
 * @param indent the indentation of that line
 */
function typeText(node: TypeNode, column: number, indent: string): string {
  const line = typeLine(node)
  return typeof node === 'string' || column + line.length <= WIDTH ? line : broken(node, indent)
}

function broken(node: Exclude<TypeNode, string>, indent: string): string {
  const inner = `${indent}  `
  const hugged = 'union' in node ? mapOrNull(node) : undefined
  if (hugged) return `${broken(hugged, indent)} | null`
  if ('union' in node) return node.union.map(each => `\n${inner}| ${unionMember(each, inner)}`).join('')
  if ('map' in node) return `{\n${indexSignature(node.map, inner)}\n${indent}}`
  const item = node.array
  if (typeof item === 'string') return typeLine(node)
  if (!needsParentheses(item)) return `readonly ${broken(item, indent)}[]`
  if ('union' in item) return `readonly (${broken(item, indent)}\n${indent})[]`
  return `readonly (${broken(item, indent)})[]`
}

/** The map of a union that consists of it and null, which formatters write like the map. */
function mapOrNull({ union }: UnionNode): MapNode | undefined {
  const [map, other] = union
  return union.length === 2 && other === 'null' && typeof map === 'object' && 'map' in map ? map : undefined
}

/** A member of a union after its `| `. */
const unionMember = (node: TypeNode, indent: string): string =>
  typeText(node, indent.length + 2, `${indent}  `)

/** The member `readonly [key: string]: …`, with its indentation. */
export function indexSignature(node: TypeNode, indent: string): string {
  const start = `${indent}readonly [key: string]:`
  return `${start}${afterColon(node, start.length, indent)}`
}

/** The type after the colon of a member: a broken union begins on the next line. */
export function afterColon(node: TypeNode, column: number, indent: string): string {
  const text = typeText(node, column + 1, indent)
  return text.startsWith('\n') ? text : ` ${text}`
}
