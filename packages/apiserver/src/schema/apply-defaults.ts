import { isObject, type JsonObject } from '../json/json-value.ts'
import { setMember } from '../json/set-member.ts'
import { conditionalDefaults } from './defaults/conditional-defaults.ts'
import type { Schema } from './schema.ts'

export interface DefaultsOptions {
  /** Keeps nulls that a custom resource's schema forbids, unless they have a default. @default false */
  readonly keepsNulls?: boolean | undefined
}

/**
 * Sets the defaults that the server sets when it decodes an object: those of built-in types, including ones that depend
 * on other members, or the `default`s of a custom resource's schema. Defaults of admission plugins and strategies are
 * not included. The value is not changed; without defaults to set, it is returned itself.
 */
export function applyDefaults(schema: Schema, value: unknown, options: DefaultsOptions = {}): unknown {
  if (Array.isArray(value)) return withDefaultItems(schema.items, value, options)
  if (!isObject(value) || schema.type === 'any') return value
  const own =
    schema.typeName === undefined ? customDefaults(schema, value, options) : builtInDefaults(schema, value)
  return withDefaultMembers(schema, value, own, options)
}

function withDefaultItems(
  items: Schema | undefined,
  value: readonly unknown[],
  options: DefaultsOptions,
): readonly unknown[] {
  if (!items) return value
  const next = value.map(item => applyDefaults(items, item, options))
  return next.some((item, index) => item !== value[index]) ? next : value
}

/** `own` is a copy of `value` if defaults were added. */
function withDefaultMembers(
  schema: Schema,
  value: JsonObject,
  own: JsonObject,
  options: DefaultsOptions,
): JsonObject {
  const { properties, additionalProperties } = schema
  let copy = own === value ? undefined : { ...own }
  for (const name of Object.keys(own)) {
    const type = properties?.get(name) ?? additionalProperties
    const member = own[name]
    const next = type ? applyDefaults(type, member, options) : member
    if (next === member) continue
    copy ??= { ...own }
    setMember(copy, name, next)
  }
  return copy ?? own
}

function builtInDefaults(schema: Schema, value: JsonObject): JsonObject {
  const conditional = conditionalDefaults(schema)
  let copy: Record<string, unknown> | undefined
  for (const [name, added] of schema.added ?? []) {
    if (Object.hasOwn(value, name) || conditional?.members.includes(name)) continue
    copy ??= { ...value }
    copy[name] = cloneOf(added)
  }
  if (!conditional) return copy ?? value
  for (const [name, added] of Object.entries(conditional.of(copy ?? value, schema))) {
    copy ??= { ...value }
    if (added === undefined) delete copy[name]
    else copy[name] = added
  }
  return copy ?? value
}

function customDefaults(
  { properties, additionalProperties }: Schema,
  value: JsonObject,
  { keepsNulls = false }: DefaultsOptions,
): JsonObject {
  let copy: Record<string, unknown> | undefined
  // A null that the schema forbids counts as absent.
  for (const [name, member] of Object.entries(value)) {
    const type = member === null ? (properties?.get(name) ?? additionalProperties) : undefined
    if (!type || type.nullable || (keepsNulls && type.default === undefined)) continue
    copy ??= { ...value }
    delete copy[name]
  }
  for (const [name, { default: initial }] of properties ?? []) {
    if (initial === undefined || Object.hasOwn(copy ?? value, name)) continue
    copy ??= { ...value }
    setMember(copy, name, cloneOf(initial))
  }
  return copy ?? value
}

const cloneOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? structuredClone(value) : value
