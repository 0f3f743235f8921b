/** A JSON object whose members are not known. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object of JSON: not null, no array, and no instance of a class. */
export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // Objects of another realm have another Object.prototype, whose own prototype is null, too.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** An own member. A plain read of `__proto__` would return the prototype. */
export const memberOf = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Whether two values have the same JSON. The order of members and members without a value do not count. */
export function isSameJson(a: unknown, b: unknown): boolean {
  // `===` finds NaN different from itself, and `Object.is` 0 from -0.
  if (a === b || Object.is(a, b)) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameJson(item, b[index]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  // Loops over the names instead of a list of them, because most objects are equal, and a list would be garbage.
  for (const name in a) if (!isSameJson(memberOf(a, name), memberOf(b, name))) return false
  for (const name in b) if (memberOf(b, name) !== undefined && memberOf(a, name) === undefined) return false
  return true
}
