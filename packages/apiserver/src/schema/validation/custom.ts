import { deepEqual } from '../../json/deep-equal.ts'
import { isObject, type JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/status-errors.ts'
import type { Schema } from '../schema.ts'
import { duplicate, invalidValue, notSupported, ofNoField, required, tooMany } from './errors.ts'
import { numberErrors } from './numbers.ts'
import { textErrors } from './texts.ts'
import { typeErrors } from './types.ts'

const NOT_CHECKED =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'

/** Validates an object against the schema of a custom resource. */
export function validateCustom(schema: Schema, value: unknown): readonly FieldError[] {
  const errors = [
    ...valueErrors(schema, value, ''),
    ...embeddedErrors(schema, value, ''),
    ...duplicates(schema, value, ''),
  ]
  // A server skips rules if an error could affect them, and reports that.
  return schema.hasRules && errors.some(isBlocking) ? [...errors, ofNoField(NOT_CHECKED, 'null')] : errors
}

const isBlocking = ({ type, reason }: FieldError): boolean =>
  reason === 'FieldValueTypeInvalid' ||
  ['Required value', 'Too long', 'Too many', 'Unsupported value'].includes(type)

function valueErrors(schema: Schema, value: unknown, path: string): readonly FieldError[] {
  // Metadata is not validated by the schema.
  if (schema.typeName !== undefined || (value === null && schema.nullable)) return []
  return [
    ...typeErrors(schema, value, path),
    ...combinedErrors(schema, value, path),
    ...textErrors(schema, value, path),
    ...numberErrors(schema, value, path),
    ...listErrors(schema, value, path),
    ...(schema.enum && !schema.enum.some(each => deepEqual(each, value))
      ? [notSupported(path, value, schema.enum)]
      : []),
    ...(isObject(value) ? objectErrors(schema, value, path) : []),
  ]
}

function combinedErrors(schema: Schema, value: unknown, path: string): readonly FieldError[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema
  const name = JSON.stringify(path)
  const all = allOf.flatMap(each => valueErrors(each, value, path))
  const any = anyOf.map(each => valueErrors(each, value, path))
  const one = oneOf.map(each => valueErrors(each, value, path))
  const valid = one.filter(errors => errors.length === 0).length
  return [
    ...(any.length > 0 && any.every(errors => errors.length > 0)
      ? [ofNoField(`${name} must validate at least one schema (anyOf)`), ...(any[0] ?? [])]
      : []),
    ...(one.length > 0 && valid === 0
      ? [
          ofNoField(`${name} must validate one and only one schema (oneOf). Found none valid`),
          ...(one[0] ?? []),
        ]
      : []),
    ...(valid > 1
      ? [
          ofNoField(
            `${name} must validate one and only one schema (oneOf). Found ${valid} valid alternatives`,
          ),
        ]
      : []),
    ...all,
    ...(all.length > 0 ? [ofNoField(`${name} must validate all the schemas (allOf)`)] : []),
    ...(not && valueErrors(not, value, path).length === 0
      ? [ofNoField(`${name} must not validate the schema (not)`)]
      : []),
  ]
}

function listErrors(schema: Schema, value: unknown, path: string): readonly FieldError[] {
  if (!Array.isArray(value)) return []
  const { items, minItems, maxItems } = schema
  const count = value.length
  return [
    ...(items ? value.flatMap((item: unknown, index) => valueErrors(items, item, `${path}[${index}]`)) : []),
    ...(minItems !== undefined && count < minItems
      ? [invalidValue(path, count, `${path} in body should have at least ${minItems} items`)]
      : []),
    ...(maxItems !== undefined && count > maxItems ? [tooMany(path, count, maxItems)] : []),
  ]
}

function objectErrors(schema: Schema, value: JsonObject, path: string): readonly FieldError[] {
  const { properties, additionalProperties, minProperties, maxProperties, required: names = [] } = schema
  const count = Object.keys(value).length
  const at = (name: string) => (path === '' ? name : `${path}.${name}`)
  return [
    ...(minProperties !== undefined && count < minProperties
      ? [invalidValue(path, count, `${path} in body should have at least ${minProperties} properties`)]
      : []),
    ...(maxProperties !== undefined && count > maxProperties ? [tooMany(path, count, maxProperties)] : []),
    ...Object.entries(value).flatMap(([name, member]) => {
      const type = properties?.get(name) ?? additionalProperties
      return type ? valueErrors(type, member, at(name)) : []
    }),
    ...names.filter(name => value[name] === undefined).map(name => required(at(name))),
  ]
}

/** Calls `find` for a value and everything in it that the schema covers. */
function everywhere(
  schema: Schema,
  value: unknown,
  path: string,
  find: (schema: Schema, value: unknown, path: string) => readonly FieldError[],
): readonly FieldError[] {
  if (schema.typeName !== undefined) return []
  const own = find(schema, value, path)
  if (Array.isArray(value)) {
    const { items } = schema
    if (!items) return own
    return [...own, ...value.flatMap((item, index) => everywhere(items, item, `${path}[${index}]`, find))]
  }
  if (!isObject(value)) return own
  const inner = Object.entries(value).flatMap(([name, member]) => {
    const type = schema.properties?.get(name) ?? schema.additionalProperties
    return type ? everywhere(type, member, path === '' ? name : `${path}.${name}`, find) : []
  })
  return [...own, ...inner]
}

/** Errors of embedded objects without a type. */
const embeddedErrors = (schema: Schema, value: unknown, path: string): readonly FieldError[] =>
  everywhere(schema, value, path, ({ isEmbeddedResource }, object, at) =>
    isEmbeddedResource && at !== '' && isObject(object)
      ? ['apiVersion', 'kind'].flatMap(name => (object[name] ? [] : [required(`${at}.${name}`)]))
      : [],
  )

/** Duplicate items of sets and keyed lists; found after all other errors. */
const duplicates = (schema: Schema, value: unknown, path: string): readonly FieldError[] =>
  everywhere(schema, value, path, (type, list, at) =>
    Array.isArray(list) ? repeatedItems(type, list, at) : [],
  )

function repeatedItems({ listType, listMapKeys = [] }: Schema, value: readonly unknown[], path: string) {
  if (listType !== 'set' && listType !== 'map') return []
  const identity = (item: unknown): unknown =>
    listType === 'map' && isObject(item)
      ? Object.fromEntries(listMapKeys.filter(key => key in item).map(key => [key, item[key]]))
      : item
  const seen = new Map<string, number>()
  return value.flatMap((item, index) => {
    if (listType === 'map' && !isObject(item))
      return [invalidValue(`${path}[${index}]`, item, 'must be an object for an array of list-type map')]
    const text = JSON.stringify(identity(item))
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    // A repeated duplicate is reported once.
    return count === 2 ? [duplicate(`${path}[${index}]`, identity(item))] : []
  })
}
