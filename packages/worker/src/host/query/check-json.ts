import type { JsonValue } from '../../api/expression.ts'
import { isPlainObject, mistake } from './place.ts'

const MAX_DEPTH = 32

/** Returns plain data unchanged; throws a UsageError with the place of anything else. */
export function checkJson(value: unknown, place: string, depth = 1): JsonValue {
  if (depth > MAX_DEPTH) return mistake(place, `the data nests deeper than ${MAX_DEPTH}`)
  if (Array.isArray(value)) value.forEach((item, index) => checkJson(item, `${place}[${index}]`, depth + 1))
  else if (isPlainObject(value))
    for (const [name, member] of Object.entries(value)) checkJson(member, `${place}.${name}`, depth + 1)
  else if (!isScalar(value)) return mistake(place, 'plain data is expected')
  return value as JsonValue
}

const isScalar = (value: unknown): boolean =>
  value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
