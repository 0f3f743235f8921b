import { compareText, compareValues, goJson } from '../json/go-order.ts'
import { isObject, type JsonObject } from '../json/json-value.ts'

/**
 * One step of a path into an object, in the notation of `fieldsV1`: `f:spec` is a member, `k:{"name":"a"}` the list
 * item with these keys, `v:"x"` an item of a set, `i:0` an item by its index. Equal steps are equal strings, since keys
 * are sorted and values have one notation.
 */
export type PathElement = string

/** The steps from the root of an object to a field. */
export type FieldPath = readonly PathElement[]

/** The step to a member of an object or a map. */
export const fieldElement = (name: string): PathElement => `f:${name}`

/** The step to the item of a set that is this value. */
export const valueElement = (value: unknown): PathElement => `v:${goJson(value)}`

/** The step to the list item with these keys. */
export function keyElement(keys: JsonObject): PathElement {
  const sorted = Object.entries(keys).sort(([a], [b]) => compareText(a, b))
  return `k:{${sorted.map(([name, value]) => `${JSON.stringify(name)}:${goJson(value)}`).join(',')}}`
}

/** The path to a nested member: `['spec', 'replicas']`. */
export const fieldPath = (...names: readonly string[]): FieldPath => names.map(fieldElement)

/** The name of the member that a step leads to; undefined for items of lists. */
export const fieldName = (element: PathElement): string | undefined =>
  element.startsWith('f:') ? element.slice(2) : undefined

function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) throw new SyntaxError(`no keys: ${text}`)
  return value
}

/**
 * Normalizes a step from `fieldsV1`; undefined for a kind of step that a later server may have written. Throws a
 * SyntaxError for text that no server writes.
 */
export function parseElement(text: string): PathElement | undefined {
  if (text[1] !== ':') throw new SyntaxError(`missing colon: ${text}`)
  const rest = text.slice(2)
  switch (text[0]) {
    case 'f':
      return text
    case 'k':
      return keyElement(parseObject(rest))
    case 'v':
      return valueElement(JSON.parse(rest))
    case 'i':
      if (!/^[+-]?\d+$/.test(rest)) throw new SyntaxError(`no index: ${text}`)
      return `i:${Number(rest)}`
    default:
      return undefined
  }
}

const KIND_ORDER = 'fkvi'

/** The order of steps in `fieldsV1`: members, items by keys, items by value, items by index. */
export function compareElements(a: PathElement, b: PathElement): number {
  const kinds = KIND_ORDER.indexOf(a.charAt(0)) - KIND_ORDER.indexOf(b.charAt(0))
  if (kinds !== 0 || a === b) return kinds
  if (a.startsWith('f:')) return compareText(a, b)
  if (a.startsWith('k:')) return compareKeys(parseObject(a.slice(2)), parseObject(b.slice(2)))
  return compareValues(JSON.parse(a.slice(2)), JSON.parse(b.slice(2)))
}

function compareKeys(a: JsonObject, b: JsonObject): number {
  const left = Object.entries(a)
  const right = Object.entries(b)
  for (const [index, [name, value]] of left.entries()) {
    const other = right[index]
    if (!other) return 1
    const difference = compareText(name, other[0]) || compareValues(value, other[1])
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** A step as error messages show it: `.spec`, `[name="a"]`, `[="x"]`, `[0]`. */
export function showElement(element: PathElement): string {
  const rest = element.slice(2)
  switch (element[0]) {
    case 'f':
      return `.${rest}`
    case 'k':
      return `[${Object.entries(parseObject(rest))
        .map(([name, value]) => `${name}=${goQuote(value)}`)
        .join(',')}]`
    case 'v':
      return `[=${goQuote(JSON.parse(rest))}]`
    default:
      return `[${rest}]`
  }
}

/** A whole path as error messages show it: `.spec.containers[name="a"].image`. */
export const showPath = (path: FieldPath): string => path.map(showElement).join('')

/** A value as Go's `%q` and `%v` print it, for the types that list keys have. */
const goQuote = (value: unknown): string =>
  typeof value === 'object' && value !== null ? goJson(value) : JSON.stringify(value)
