import { parsePath, readPath } from '@kube-informer/core/paths'
import { deepEqual } from '../json/deep-equal.ts'
import type { FieldError } from '../status/status-errors.ts'
import type { Schema } from './schema.ts'

const TYPES = ['Invalid value', 'Forbidden'] as const

/**
 * Errors of changes to immutable fields of built-in kinds, as observed on a real server. Values in the messages are
 * JSON; a real server prints some with Go member names.
 */
export const immutableErrors = (schema: Schema, old: unknown, next: unknown): readonly FieldError[] =>
  [...(schema.immutable ?? [])].flatMap(([path, text]) => {
    const segments = parsePath(path)
    const value = readPath(next, segments)
    return deepEqual(readPath(old, segments), value) ? [] : errorOf(path, text, value)
  })

/** The error of a message pattern, `Invalid value: %v: field is immutable`, for a value. */
function errorOf(field: string, text: string, value: unknown): readonly FieldError[] {
  const type = TYPES.find(each => text.startsWith(each))
  if (!type) return []
  const detail = text.slice(type.length + ': '.length)
  return [{ field, type, detail: detail.replace('%v', () => JSON.stringify(value) ?? 'null') }]
}
