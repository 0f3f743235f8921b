import type { Schema } from '../schema.ts'

/** The name of a JSON value's kind in Go's messages. */
export function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (value === null) return 'null'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

const SCALARS: Partial<Record<Schema['type'], string>> = {
  string: 'string',
  boolean: 'bool',
  number: 'float64',
  'int-or-string': 'int32',
}

/** The Go type of a schema, as messages name it: `[]v1.Container`. */
export function goType(schema: Schema): string {
  const { type, format, typeName, items, additionalProperties } = schema
  if (schema.goType) return schema.goType
  if (format === 'byte') return '[]uint8'
  if (type === 'integer') return format === 'int64' ? 'int64' : 'int32'
  if (typeName !== undefined && type === 'object') return structType(typeName)
  if (items) return `[]${goType(items)}`
  if (additionalProperties) return `map[string]${mapValueType(additionalProperties)}`
  return SCALARS[type] ?? 'interface {}'
}

const mapValueType = (schema: Schema): string =>
  schema.format === 'quantity' ? 'resource.Quantity' : goType(schema)

/** `v1.Container` for `io.k8s.api.core.v1.Container`. */
const structType = (typeName: string): string => typeName.split('.').slice(-2).join('.')

/** `Container` for `io.k8s.api.core.v1.Container`. */
export const structName = (typeName: string | undefined): string =>
  typeName === undefined ? '' : typeName.slice(typeName.lastIndexOf('.') + 1)

/** A member in the path of an error; with the embedded struct, if there is one: `ProbeHandler.httpGet`. */
export function goMember(owner: Schema | undefined, member: string): string {
  const embedded = owner?.embedded?.get(member)
  return embedded === undefined ? member : `${embedded}.${member}`
}
