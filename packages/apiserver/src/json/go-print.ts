import { compareText } from './go-order.ts'
import { isObject } from './json-value.ts'

/** A JSON value as Go's `%v` prints it. */
export function goValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return `[${value.map(goValue).join(' ')}]`
  if (isObject(value))
    return `map[${sorted(value)
      .map(([name, item]) => `${name}:${goValue(item)}`)
      .join(' ')}]`
  return String(value)
}

/** A number as Go's `%v` prints a float: with an exponent from a million on. */
export function goFloat(value: number): string {
  const [digits = '', exponent = '0'] = value.toExponential().split('e')
  const size = Number(exponent)
  if (size >= -4 && size < 6) return String(value)
  return `${digits}e${size < 0 ? '-' : '+'}${String(Math.abs(size)).padStart(2, '0')}`
}

/** A JSON value as Go's `%#v` prints it. */
export function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)'
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`
  if (isObject(value)) {
    const members = sorted(value).map(([name, item]) => `${JSON.stringify(name)}:${goSyntax(item)}`)
    return `map[string]interface {}{${members.join(', ')}}`
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** The Go type of a JSON value, as `%T` prints it. */
export function goType(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'bool'
    case 'number':
      return 'float64'
    default:
      return 'map[string]interface {}'
  }
}

const sorted = (object: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(object).sort(([a], [b]) => compareText(a, b))
