import { propertyKey, quoted } from '../schema/identifiers.ts'
import { WIDTH } from '../schema/type-node.ts'

/** A value that generated code contains. Members without a value are left out. */
export type Value =
  | string
  | number
  | boolean
  | readonly Value[]
  | { readonly [key: string]: Value | undefined }

const isArray = (value: Value): value is readonly Value[] => Array.isArray(value)

/** The text of a value on one line. */
function valueLine(value: Value): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object') return String(value)
  if (isArray(value)) return `[${value.map(valueLine).join(', ')}]`
  const members = entriesOf(value).map(([name, member]) => `${propertyKey(name)}: ${valueLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/**
 * The text of a value as a formatter writes it.
 *
 * @param column the characters before it on its line, and after it
 * @param indent the indentation of that line
 */
export function valueText(value: Value, column: number, indent: string): string {
  const line = valueLine(value)
  if (typeof value !== 'object' || (column + line.length <= WIDTH && !isTable(value))) return line
  return brokenValue(value, indent)
}

/** The text of an object or an array with a line for each member. */
export function brokenValue(value: Exclude<Value, string | number | boolean>, indent: string): string {
  const inner = `${indent}  `
  if (isArray(value)) {
    return `[\n${value.map(each => `${inner}${valueText(each, inner.length + 1, inner)},\n`).join('')}${indent}]`
  }
  const lines = entriesOf(value).map(([name, member]) => {
    const start = `${inner}${propertyKey(name)}:`
    const text = valueText(member, start.length + 2, inner)
    const fits = typeof member !== 'string' || start.length + text.length + 2 <= WIDTH
    return `${start}${fits ? ' ' : `\n${inner}  `}${text},\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

/** Formatters give each of several objects of an array a line. */
const isTable = (value: Value): boolean =>
  isArray(value) && value.length > 1 && value.every(each => typeof each === 'object' && !isArray(each))

const entriesOf = (value: {
  readonly [key: string]: Value | undefined
}): readonly (readonly [string, Value])[] =>
  Object.entries(value).flatMap(([name, member]) => (member === undefined ? [] : [[name, member] as const]))
