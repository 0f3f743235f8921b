import type { Schema } from '../schema/schema.ts'
import { isObject, memberOf } from './json-value.ts'
import { jsonTypeName } from './patch-errors.ts'

const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity'
const NO_QUANTITY =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

/**
 * What a strategic merge patch is refused with when its result is of a wrong type: the server does not decode it as
 * JSON, but copies it into a Go object, which has words of its own. Undefined where the types are right; whether a text
 * is a time or a quantity is not looked at.
 */
export function unstructuredTypeError(schema: Schema, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  if (schema.typeName === QUANTITY) return isScalar(value) ? undefined : NO_QUANTITY
  switch (schema.type) {
    case 'object':
      return objectError(schema, value)
    case 'array':
      return arrayError(schema, value)
    case 'integer':
      return integerError(schema, value)
    case 'number':
      return typeof value === 'number' ? undefined : 'unrecognized type: float64'
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'unrecognized type: bool'
    case 'string':
      return stringError(schema, value)
    case 'int-or-string':
      return isScalar(value)
        ? undefined
        : `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type int32`
    default:
      return undefined
  }
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

function objectError({ properties, additionalProperties }: Schema, value: unknown): string | undefined {
  if (!properties && !additionalProperties) return undefined
  if (!isObject(value))
    return properties
      ? `cannot restore struct from: ${kindOf(value)}`
      : `cannot restore map from ${kindOf(value)}`
  const members = properties
    ? [...properties].map(([name, member]) => unstructuredTypeError(member, memberOf(value, name)))
    : Object.values(value).map(
        item => additionalProperties && unstructuredTypeError(additionalProperties, item),
      )
  return members.find(error => error !== undefined)
}

function arrayError({ items }: Schema, value: unknown): string | undefined {
  if (!Array.isArray(value)) return `cannot restore slice from ${kindOf(value)}`
  const errors = value.map((item: unknown) => items && unstructuredTypeError(items, item))
  return errors.find(error => error !== undefined)
}

function integerError({ format }: Schema, value: unknown): string | undefined {
  const type = format === 'int64' ? 'int64' : 'int32'
  if (typeof value !== 'number') return `unrecognized type: ${type}`
  return Number.isInteger(value) ? undefined : `cannot convert float64 to ${type}`
}

/** Go would make a character of an integer, which is why that has another text. */
function stringError({ format }: Schema, value: unknown): string | undefined {
  if (typeof value === 'string') return undefined
  if (format === 'byte') return `cannot restore slice from ${kindOf(value)}`
  if (format) return `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type string`
  return kindOf(value) === 'int64' ? 'cannot convert int64 to string' : 'unrecognized type: string'
}

/** The kind that Go's reflection names. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'slice'
  switch (typeof value) {
    case 'object':
      return 'map'
    case 'boolean':
      return 'bool'
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64'
    default:
      return 'string'
  }
}
