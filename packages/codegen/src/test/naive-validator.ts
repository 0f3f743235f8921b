import type { JsonSchema } from '../model/json-schema.ts'

type Json = Readonly<Record<string, unknown>>

/** Whether a server would store a value unchanged: a naive validator of the schemas that the random tests generate. */
export function isValid(schema: JsonSchema, value: unknown): boolean {
  if (value === null) return schema.nullable === true || isAny(schema)
  if (schema.enum) return schema.enum.includes(value)
  if (schema['x-kubernetes-int-or-string']) return typeof value === 'number' || typeof value === 'string'
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return typeof value === schema.type
    case 'integer':
      return typeof value === 'number'
    case 'array':
      return Array.isArray(value) && value.every(item => isValid(schema.items ?? {}, item))
    case 'object':
      return typeof value === 'object' && !Array.isArray(value) && isValidObject(schema, value as Json)
    default:
      return true
  }
}

const isAny = ({ type, 'x-kubernetes-int-or-string': isIntOrString }: JsonSchema): boolean =>
  !type && !isIntOrString

function isValidObject(schema: JsonSchema, value: Json): boolean {
  const { properties = {}, required = [], additionalProperties, oneOf, anyOf } = schema
  const has = (names: readonly string[] = []) => names.every(name => Object.hasOwn(value, name))
  if (!has(required)) return false
  if (oneOf && oneOf.filter(each => has(each.required)).length !== 1) return false
  if (anyOf && !anyOf.some(each => has(each.required))) return false
  return Object.entries(value).every(([name, member]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property) return isValid(property, member)
    if (typeof additionalProperties === 'object') return isValid(additionalProperties, member)
    return schema['x-kubernetes-preserve-unknown-fields'] === true
  })
}
