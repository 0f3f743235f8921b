import { isJsonObject } from './json-value.ts'

/**
 * The type with all its properties writable, at each depth. Functions stay as they are: an optional property `constructor` of a
 * generated type is the inherited function in objects without the property.
 */
export type Draft<T> = T extends readonly (infer TItem)[]
  ? Draft<TItem>[]
  : T extends typeof Object.prototype.constructor
    ? T
    : T extends object
      ? { -readonly [K in keyof T]: Draft<T[K]> }
      : T

/**
 * A copy that may be changed. Objects of a cache are frozen and shared, so a change of one throws a TypeError; change a
 * draft of it instead.
 *
 * @example
 * const draft = draftOf(configMap)
 * draft.data = { ...draft.data, seen: 'yes' }
 * await client.replace(configMaps, draft)
 */
export const draftOf = <T>(object: T): Draft<T> => copy(object) as Draft<T>

/** Copies member by member: `Object.fromEntries` takes three times as long, and admission webhooks copy each object. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy)
  if (!isJsonObject(value)) return value
  const copied: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const member = copy(value[name])
    if (name === '__proto__') defineMember(copied, name, member)
    else copied[name] = member
  }
  return copied
}

/** Creates a member for the name `__proto__`, to which an assignment would set the prototype. */
function defineMember(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}
