import { parsePath, readPath } from '@kube-informer/core/internal'
import { deepEqual } from '../json/deep-equal.ts'
import type { FieldError } from '../status/status-errors.ts'
import type { Schema } from './schema.ts'

const TYPES = ['Invalid value', 'Forbidden'] as const

/**
 * What a built-in object of a kind may not have changed, as a real server was seen to refuse it. Values within the
 * texts are JSON; a real server prints some of them with the names that Go has for their members.
 */
export const immutableErrors = (schema: Schema, old: unknown, next: unknown): readonly FieldError[] =>
  [...(schema.immutable ?? [])].flatMap(([path, text]) => {
    const segments = parsePath(path)
    const value = readPath(next, segments)
    return deepEqual(readPath(old, segments), value) ? [] : errorOf(path, text, value)
  })

/** `Invalid value: %v: field is immutable` about a value. */
function errorOf(field: string, text: string, value: unknown): readonly FieldError[] {
  const type = TYPES.find(each => text.startsWith(each))
  if (!type) return []
  const detail = text.slice(type.length + ': '.length)
  return [{ field, type, detail: detail.replace('%v', () => JSON.stringify(value) ?? 'null') }]
}
