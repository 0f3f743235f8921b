import { isObject, type JsonObject } from '../json/json-value.ts'
import { setMember } from '../json/set-member.ts'
import type { Schema } from './schema.ts'

/**
 * The value of a built-in type after it was stored. A server stores it as protobuf, which does not distinguish an empty
 * list from none, and JSON omits a list that is none or has `null`, by its Go type: the `rules: []` of a Role becomes
 * `rules: null`. The value is not changed; without such lists, it is returned itself.
 */
export function withoutEmptyLists(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return withItems(schema, value)
  return isObject(value) ? withMembers(schema, value) : value
}

function withItems({ items }: Schema, value: readonly unknown[]): readonly unknown[] {
  if (!items?.typeName) return value
  const next = value.map(item => withoutEmptyLists(items, item))
  return next.some((item, index) => item !== value[index]) ? next : value
}

function withMembers({ properties, additionalProperties, added }: Schema, value: JsonObject): JsonObject {
  let copy: Record<string, unknown> | undefined
  for (const [name, member] of Object.entries(value)) {
    const type = properties?.get(name) ?? additionalProperties
    if (!type) continue
    const next = isEmptyList(member) ? added?.get(name) : withoutEmptyLists(type, member)
    if (next === member) continue
    copy ??= { ...value }
    if (next === undefined) delete copy[name]
    else setMember(copy, name, next)
  }
  return copy ?? value
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
