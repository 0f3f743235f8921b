import type { Schema } from '../schema.ts'
import { goType, jsonKind } from './go-types.ts'
import type { Place } from './place.ts'

/** What Go's JSON decoder says. */
export function jsonWrongType(schema: Schema, value: unknown, { goPath }: Place): string {
  const isNumber = typeof value === 'number' && (schema.type === 'integer' || schema.type === 'int-or-string')
  const kind = isNumber ? `number ${value}` : jsonKind(value)
  // At the top there is no member to name.
  const where = goPath === '' ? 'value' : `struct field ${goPath}`
  return `json: cannot unmarshal ${kind} into Go ${where} of type ${goType(schema)}`
}

/** What upstream says where it turns maps into structs without JSON in between, as for strategic merge patches. */
export function unstructuredWrongType(schema: Schema, value: unknown): string {
  const kind = goKind(value)
  if (readsItself(schema)) {
    const type = schema.type === 'string' ? 'string' : goType(schema)
    return `json: cannot unmarshal ${jsonKind(value)} into Go value of type ${type}`
  }
  if (schema.items || schema.format === 'byte') return `cannot restore slice from ${kind}`
  if (schema.type === 'object')
    return schema.typeName ? `cannot restore struct from: ${kind}` : `cannot restore map from ${kind}`
  // Go would turn a number into a text; that is refused by hand, and in other words.
  const isConvertible = schema.type === 'string' ? kind === 'int64' : isNumeric(schema) && isNumber(kind)
  return isConvertible
    ? `cannot convert ${kind} to ${goType(schema)}`
    : `unrecognized type: ${goType({ type: schema.type, format: schema.format })}`
}

/** Whether a type has a decoder of its own. */
export const readsItself = ({ format, type }: Schema): boolean =>
  format === 'date-time' || format === 'quantity' || type === 'int-or-string'

const isNumeric = ({ type }: Schema): boolean => type === 'integer' || type === 'number'

const isNumber = (kind: string): boolean => kind === 'int64' || kind === 'float64'

/** The Go kind of a value of JSON. */
function goKind(value: unknown): string {
  if (Array.isArray(value)) return 'slice'
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64'
    case 'object':
      return 'map'
    case 'boolean':
      return 'bool'
    default:
      return 'string'
  }
}
