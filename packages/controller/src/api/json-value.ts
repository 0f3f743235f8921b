import { UsageError } from '@kube-informer/core'
import { isJsonObject, type JsonObject, memberOf } from '@kube-informer/core/patch'

export { isJsonObject, isSameJson, type JsonObject, memberOf } from '@kube-informer/core/patch'

/** The members of either object, each once. */
export const memberNames = (a: JsonObject, b: JsonObject): readonly string[] => [
  ...new Set([...Object.keys(a), ...Object.keys(b)]),
]

/** What is known about the integers beyond 2^53 of a value, of which `JSON.parse` has lost the last digits. */
export interface LargeIntegers {
  /** Why an integer cannot be written; undefined if its digits are known. */
  problemOf(integer: number): string | undefined
}

/**
 * Throws a UsageError if a value cannot be sent without a change of its meaning. It names the path.
 *
 * - `JSON.parse` rounds integers beyond 2^53, and the rounded number would be stored, unless `integers` knows the digits.
 * - `JSON.stringify` writes NaN and the infinities as null, which removes the field.
 * - It rejects a bigint and a cycle, omits a function, and writes a Date as a text that differs from the server's.
 */
export function refuseUnsafeValues(value: unknown, path = '', integers: LargeIntegers = ROUNDED): void {
  if (!isSafe(value, integers)) nameProblem(value, path, integers, new Set())
}

const ROUNDED: LargeIntegers = {
  problemOf: integer => `${integer} is beyond 2^53, where JavaScript rounds integers`,
}

/** Whether `JSON.stringify` writes a value without a change of its meaning. */
export const isSafeJson = (value: unknown): boolean => isSafe(value, ROUNDED)

/** No API has objects of more levels. Further down, a value may contain itself. */
const MAX_DEPTH = 500

/** Finds no path, so that the usual values cost little. */
function isSafe(value: unknown, integers: LargeIntegers, depth = 0): boolean {
  if (Array.isArray(value)) return depth < MAX_DEPTH && value.every(item => isSafe(item, integers, depth + 1))
  if (!isJsonObject(value)) return problemOf(value, integers) === undefined
  if (depth === MAX_DEPTH) return false
  for (const name in value) {
    if (!isSafe(memberOf(value, name), integers, depth + 1)) return false
  }
  return true
}

function nameProblem(value: unknown, path: string, integers: LargeIntegers, parents: Set<unknown>): void {
  const problem = parents.has(value)
    ? 'it must be JSON, got a value that contains itself'
    : problemOf(value, integers)
  if (problem) throw new UsageError(`cannot write ${path || 'the object'}: ${problem}`)
  if (typeof value !== 'object' || value === null) return
  parents.add(value)
  for (const [name, member] of Object.entries(value)) {
    nameProblem(member, Array.isArray(value) ? `${path}[${name}]` : memberPath(path, name), integers, parents)
  }
  parents.delete(value)
}

/** The path of a member in messages: `spec.replicas`, `metadata.annotations["example.com/size"]`. */
export function memberPath(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}

function problemOf(value: unknown, integers: LargeIntegers): string | undefined {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return `JSON has no ${value}`
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined
    return integers.problemOf(value)
  }
  if (typeof value === 'object' && value !== null) {
    // Prototypes without a constructor are rare, but legal.
    const type: { readonly name: string } | undefined = value.constructor
    return Array.isArray(value) || isJsonObject(value)
      ? undefined
      : `it must be JSON, got ${type?.name ?? 'a class'}`
  }
  return ['bigint', 'function', 'symbol'].includes(typeof value)
    ? `it must be JSON, got a ${typeof value}`
    : undefined
}
