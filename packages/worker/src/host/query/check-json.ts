import { isJsonObject } from '@kube-informer/core/patch'
import type { JsonValue } from '../../api/expression.ts'
import { mistake } from './mistake.ts'

const MAX_DEPTH = 32

/** Returns plain data unchanged; throws a UsageError with the location of anything else. */
export function checkJson(value: unknown, location: string, depth = 1): JsonValue {
  if (depth > MAX_DEPTH) return mistake(location, `the data nests deeper than ${MAX_DEPTH}`)
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) checkJson(item, `${location}[${index}]`, depth + 1)
  else if (isJsonObject(value))
    for (const [name, member] of Object.entries(value)) checkJson(member, `${location}.${name}`, depth + 1)
  else if (!isScalar(value)) return mistake(location, 'plain data is expected')
  return value as JsonValue
}

const isScalar = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  Number.isFinite(value)
