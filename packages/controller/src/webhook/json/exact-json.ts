import { isJsonObject, isSafeJson, refuseUnsafeValues } from '../../api/json-value.ts'
import type { ExactIntegers } from './exact-integers.ts'

/**
 * `JSON.stringify`, except that an integer beyond 2^53 has the digits of the text that it was parsed from.
 *
 * Throws a UsageError that names the path if a value is no JSON, or if the digits of an integer are not known: because
 * it is not from the text, or because several integers of the text have the same rounded number.
 */
export function exactJson(value: unknown, integers: ExactIntegers): string {
  if (isSafeJson(value)) return JSON.stringify(value)
  refuseUnsafeValues(value, '', integers)
  return write(value, integers)
}

function write(value: unknown, integers: ExactIntegers): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    return integers.digitsOf(value) ?? JSON.stringify(value)
  }
  // Unlike `map`, `from` visits the empty slots of a list.
  if (Array.isArray(value)) return `[${Array.from(value, item => write(item ?? null, integers)).join()}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member, integers)}`).join()}}`
}
