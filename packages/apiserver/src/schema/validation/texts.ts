import type { FieldError } from '../../status/status-errors.ts'
import type { Schema } from '../schema.ts'
import { validPattern } from '../valid-pattern.ts'
import { invalidValue, tooLong, wrongType } from './errors.ts'
import { hasFormat } from './formats.ts'

/** Validates a string; of length and pattern only the first error is reported. */
export function textErrors(schema: Schema, value: unknown, path: string): readonly FieldError[] {
  if (typeof value !== 'string') return []
  const first = lengthOrPatternError(schema, value, path)
  const { format } = schema
  const isFormatted = format === undefined || hasFormat(format, value)
  return [...(first ? [first] : []), ...(isFormatted ? [] : [wrongType(path, format, value)])]
}

function lengthOrPatternError(schema: Schema, value: string, path: string): FieldError | undefined {
  const { minLength, maxLength, pattern } = schema
  const length = [...value].length
  if (maxLength !== undefined && length > maxLength) return tooLong(path, maxLength)
  if (minLength !== undefined && length < minLength)
    return invalidValue(path, value, `${path} in body should be at least ${minLength} chars long`)
  if (pattern !== undefined && !matchesPattern(schema, pattern, value))
    return invalidValue(path, value, `${path} in body should match '${pattern}'`)
  return undefined
}

/** The compiled pattern of each schema; undefined if a server would not have accepted it. */
const compiled = new WeakMap<Schema, ReturnType<typeof validPattern>>()

/** A pattern that is not valid matches everything. */
function matchesPattern(schema: Schema, pattern: string, value: string): boolean {
  if (!compiled.has(schema)) compiled.set(schema, validPattern(pattern))
  return compiled.get(schema)?.test(value) ?? true
}
