import { UsageError } from '@kube-informer/core'

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
  if (Object.is(a, b) || (a === 0 && b === 0)) return true
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameJson(item, b[index]))
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  return memberNames(a, b).every(name => isSameJson(memberOf(a, name), memberOf(b, name)))
}

/** The members of either object, each once. */
export const memberNames = (a: JsonObject, b: JsonObject): readonly string[] => [
  ...new Set([...Object.keys(a), ...Object.keys(b)]),
]

/**
 * Throws a UsageError if a value cannot be sent without a change of its meaning. It names the path.
 *
 * - `JSON.parse` rounds integers beyond 2^53, and the rounded number would be stored.
 * - `JSON.stringify` writes NaN and the infinities as null, which removes the field.
 * - It rejects a bigint, omits a function, and writes a Date as a text that differs from the server's.
 */
export function refuseUnsafeValues(value: unknown, path = ''): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) refuseUnsafeValues(item, `${path}[${index}]`)
    return
  }
  if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) refuseUnsafeValues(member, memberPath(path, name))
    return
  }
  const problem = problemOf(value)
  if (problem) throw new UsageError(`cannot write ${path || 'the object'}: ${problem}`)
}

/** The path of a member in messages: `spec.replicas`, `metadata.annotations["example.com/size"]`. */
export function memberPath(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}

function problemOf(value: unknown): string | undefined {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return `JSON has no ${value}`
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined
    return `${value} is beyond 2^53, where JavaScript rounds integers`
  }
  if (typeof value === 'object' && value !== null) return `${value.constructor.name} is no JSON`
  return ['bigint', 'function', 'symbol'].includes(typeof value) ? `a ${typeof value} is no JSON` : undefined
}
