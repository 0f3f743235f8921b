import type { Schema } from '../schema.ts'
import { goType, jsonKind } from './go-types.ts'
import type { ValueLocation } from './value-location.ts'

/** The message of Go's JSON decoder for a wrong type. */
export function jsonWrongType(schema: Schema, value: unknown, { goPath }: ValueLocation): string {
  const isNumber = typeof value === 'number' && (schema.type === 'integer' || schema.type === 'int-or-string')
  const kind = isNumber ? `number ${value}` : jsonKind(value)
  // The top level has no member name.
  const where = goPath === '' ? 'value' : `struct field ${goPath}`
  return `json: cannot unmarshal ${kind} into Go ${where} of type ${goType(schema)}`
}

/**
 * The message for a wrong type where upstream converts maps to structs without JSON, as for strategic merge patches.
 */
export function unstructuredWrongType(schema: Schema, value: unknown): string {
  const kind = goKind(value)
  if (readsItself(schema)) {
    const type = schema.type === 'string' ? 'string' : goType(schema)
    return `json: cannot unmarshal ${jsonKind(value)} into Go value of type ${type}`
  }
  if (schema.items || schema.format === 'byte') return `cannot restore slice from ${kind}`
  if (schema.type === 'object')
    return schema.typeName ? `cannot restore struct from: ${kind}` : `cannot restore map from ${kind}`
  // Go would convert a number to a string; upstream rejects it with another message.
  const isConvertible = schema.type === 'string' ? kind === 'int64' : isNumeric(schema) && isNumber(kind)
  return isConvertible
    ? `cannot convert ${kind} to ${goType(schema)}`
    : `unrecognized type: ${goType({ type: schema.type, format: schema.format })}`
}

/** Whether a type has its own decoder. */
export const readsItself = ({ format, type }: Schema): boolean =>
  format === 'date-time' || format === 'quantity' || type === 'int-or-string'

const isNumeric = ({ type }: Schema): boolean => type === 'integer' || type === 'number'

const isNumber = (kind: string): boolean => kind === 'int64' || kind === 'float64'

/** The Go kind of a JSON value. */
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
