import { isObject, type JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/status-errors.ts'
import type { Schema } from '../schema.ts'
import { notSupported, required } from './errors.ts'

/** Members that a server sets itself or does not validate. */
const SKIPPED: readonly string[] = ['status', 'metadata', 'apiVersion', 'kind']

/** Validates required members and enumerations of a built-in object. */
export function validateBuiltIn(schema: Schema, value: unknown): readonly FieldError[] {
  if (!isObject(value)) return []
  return membersOf(schema, value).flatMap(([name, member, type]) =>
    SKIPPED.includes(name) ? [] : memberErrors(schema, name, member, type, name),
  )
}

/** The members of a type, sorted by name. */
const membersOf = (
  { properties }: Schema,
  value: JsonObject,
): readonly (readonly [string, unknown, Schema])[] =>
  [...(properties ?? [])].map(([name, type]) => [name, value[name], type] as const)

function memberErrors(
  owner: Schema,
  name: string,
  value: unknown,
  type: Schema,
  path: string,
): readonly FieldError[] {
  if (isMissing(value)) {
    const detail = owner.demanded?.get(name)
    return detail === undefined ? [] : [{ ...required(path), detail }]
  }
  return valueErrors(type, value, path)
}

function valueErrors(type: Schema, value: unknown, path: string): readonly FieldError[] {
  if (Array.isArray(value)) {
    const { items } = type
    return items ? value.flatMap((item: unknown, index) => valueErrors(items, item, `${path}[${index}]`)) : []
  }
  if (isObject(value)) {
    const { additionalProperties } = type
    const named = membersOf(type, value).flatMap(([name, member, inner]) =>
      memberErrors(type, name, member, inner, `${path}.${name}`),
    )
    const others = additionalProperties
      ? Object.entries(value).flatMap(([key, each]) =>
          valueErrors(additionalProperties, each, `${path}[${key}]`),
        )
      : []
    return [...named, ...others]
  }
  return type.enum && !type.enum.includes(value) ? [notSupported(path, value, type.enum)] : []
}

/** A missing number cannot be distinguished from zero, nor a missing struct from an empty one. */
const isMissing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === 0 ||
  (typeof value === 'object' && Object.keys(value).length === 0)
