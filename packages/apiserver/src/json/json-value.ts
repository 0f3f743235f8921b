/** A JSON object. Only own properties are members. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object, and not null or an array. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An own member of an object; undefined if absent. */
export const memberOf = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Creates an object from members. Unlike assignment, this keeps `__proto__` as a member. */
export const objectOf = (members: Iterable<readonly [name: string, value: unknown]>): JsonObject =>
  Object.fromEntries(members)

/** A copy with one member set, or removed if the value is undefined. */
export function withMember(object: JsonObject, name: string, value: unknown): JsonObject {
  // A computed key creates a member, even `__proto__`.
  if (value !== undefined) return { ...object, [name]: value }
  const { [name]: _left, ...rest } = object
  return rest
}
