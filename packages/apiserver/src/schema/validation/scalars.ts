import type { FieldError } from '../../status/status-errors.ts'
import type { Schema } from '../schema.ts'
import { validPattern } from '../valid-pattern.ts'
import { invalidValue, ofNoField, tooLong, wrongType } from './errors.ts'
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

/** Validates a number. */
export function numberErrors(schema: Schema, value: unknown, path: string): readonly FieldError[] {
  if (typeof value !== 'number') return []
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const should = (what: string) => [invalidValue(path, value, `${path} in body should be ${what}`)]
  const isBelow = minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)
  const isAbove = maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)
  return [
    ...rangeErrors(schema, value, path),
    ...(multipleOf === undefined ? [] : multipleErrors(value, multipleOf, path)),
    ...(isAbove ? should(`less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`) : []),
    ...(isBelow ? should(`greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`) : []),
  ]
}

/** For an integer only the integer part of the factor is used; if that is zero, an error reports it. */
function multipleErrors(value: number, multipleOf: number, path: string): readonly FieldError[] {
  const factor = Number.isInteger(value) ? Math.trunc(multipleOf) : multipleOf
  if (factor <= 0)
    return [invalidValue(path, value, `factor MultipleOf declared for ${path} must be positive: ${factor}`)]
  return Number.isInteger(value / factor)
    ? []
    : [invalidValue(path, value, `${path} in body should be a multiple of ${multipleOf}`)]
}

function rangeErrors({ type, format }: Schema, value: number, path: string): readonly FieldError[] {
  if (type !== 'integer' || !Number.isInteger(value)) return []
  const limit = format === 'int32' ? 2 ** 31 : format === 'int64' ? 2 ** 63 : Number.POSITIVE_INFINITY
  if (value < limit && value >= -limit) return []
  return [ofNoField(`Checked value must be of type integer with format ${format} in ${path}`)]
}
