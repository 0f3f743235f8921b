import { goFloat } from '../../json/go-print.ts'
import type { FieldError } from '../../status/status-errors.ts'
import type { Schema } from '../schema.ts'
import { ofNoField } from './errors.ts'
import { isInt64 } from './types.ts'

/** A number, the schema that it is checked against, and its path. */
interface Checked {
  readonly schema: Schema
  readonly value: number
  readonly path: string
}

/** A keyword whose number must fit the schema's type, too. */
interface Keyword {
  readonly name: string
  readonly limit: number | undefined
  readonly problem: (comparison: Comparison) => FieldError | undefined
}

/** A value and what it is compared with. */
interface Comparison extends Checked {
  readonly limit: number
  /** Prints a number as the type by which a server compares. */
  readonly print: (number: number) => string
}

/** Validates a number. */
export function numberErrors(schema: Schema, value: unknown, path: string): readonly FieldError[] {
  if (typeof value !== 'number') return []
  const checked = { schema, value, path }
  const { multipleOf, minimum, maximum } = schema
  return [
    ...rangeErrors(checked, value, 'Checked'),
    ...keywordErrors(checked, { name: 'MultipleOf', limit: multipleOf, problem: multipleError }),
    ...keywordErrors(checked, { name: 'Minimum boundary', limit: minimum, problem: minimumError }),
    ...keywordErrors(checked, { name: 'Maximum boundary', limit: maximum, problem: maximumError }),
  ]
}

/**
 * A definition may bound an integer by a fraction or a number that is out of range; only its values are rejected then.
 * If the bound has the right type, its integer part is compared with an integer.
 */
function keywordErrors(checked: Checked, { name, limit, problem }: Keyword): readonly FieldError[] {
  if (limit === undefined) return []
  const errors = rangeErrors(checked, limit, name)
  const asIntegers = errors.length === 0 && isInt64(checked.value)
  const comparison = { ...checked, limit: asIntegers ? Math.trunc(limit) : limit }
  const error = problem({ ...comparison, print: asIntegers ? String : goFloat })
  return error ? [...errors, error] : errors
}

function multipleError({ value, path, limit, print }: Comparison): FieldError | undefined {
  if (limit <= 0)
    return invalid(
      path,
      print(limit),
      `factor MultipleOf declared for ${path} must be positive: ${print(limit)}`,
    )
  return Number.isInteger(value / limit)
    ? undefined
    : invalid(path, print(value), `${path} in body should be a multiple of ${print(limit)}`)
}

function minimumError({ schema, value, path, limit, print }: Comparison): FieldError | undefined {
  const { exclusiveMinimum = false } = schema
  const isBelow = exclusiveMinimum ? value <= limit : value < limit
  const what = `greater than ${exclusiveMinimum ? '' : 'or equal to '}${print(limit)}`
  return isBelow ? invalid(path, print(value), `${path} in body should be ${what}`) : undefined
}

function maximumError({ schema, value, path, limit, print }: Comparison): FieldError | undefined {
  const { exclusiveMaximum = false } = schema
  const isAbove = exclusiveMaximum ? value >= limit : value > limit
  const what = `less than ${exclusiveMaximum ? '' : 'or equal to '}${print(limit)}`
  return isAbove ? invalid(path, print(value), `${path} in body should be ${what}`) : undefined
}

const invalid = (field: string, shown: string, why: string): FieldError => ({
  field,
  type: 'Invalid value',
  detail: `${shown}: ${why}`,
})

/** The largest number of a float. */
const FLOAT_MAX = (2 - 2 ** -23) * 2 ** 127

/** The error of a number that the type and format of the schema do not include. */
function rangeErrors({ schema, path }: Checked, number: number, what: string): readonly FieldError[] {
  const { type, format } = schema
  if (type === 'integer') {
    const isSized = format === 'int32' || format === 'int64'
    const is32 = format === 'int32'
    const fits = isInt64(number) && (!is32 || Math.trunc(number) === (Math.trunc(number) | 0))
    return fits ? [] : [outOfType(what, 'integer', isSized ? format : undefined, path)]
  }
  const fits = format !== 'float' || Math.abs(number) <= FLOAT_MAX
  return fits ? [] : [outOfType(what, type, format, path)]
}

/** A server ignores formats that it does not know. */
const outOfType = (what: string, type: string, format: string | undefined, path: string): FieldError =>
  ofNoField(
    `${what} value must be of type ${type} ${format ? `with format ${format}` : '(default format)'} in ${path}`,
  )
