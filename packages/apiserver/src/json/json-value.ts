/** A JSON object: its members are its own, whatever they are called. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object, and not null or an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of an object, its own only; undefined where it has none of that name. */
export const memberOf = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/**
 * An object made of members. Assignment would take `__proto__` for the prototype; this makes it a member like others.
 */
export const objectOf = (members: Iterable<readonly [name: string, value: unknown]>): JsonObject =>
  Object.fromEntries(members)

/** A copy of an object with one member set, or left out where the value is undefined. */
export function withMember(object: JsonObject, name: string, value: unknown): JsonObject {
  // A computed name is a member in a literal, `__proto__` too.
  if (value !== undefined) return { ...object, [name]: value }
  const { [name]: _left, ...rest } = object
  return rest
}
