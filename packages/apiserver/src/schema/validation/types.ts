import type { FieldError } from '../../status/status-errors.ts'
import type { Schema } from '../schema.ts'
import { wrongType } from './errors.ts'
import { isFormat } from './formats.ts'

/** Type errors of a value. */
export function typeErrors({ type, format }: Schema, value: unknown, path: string): readonly FieldError[] {
  const found = typeOf(value)
  if (isOf(type, found)) return []
  if (type === 'int-or-string') return [wrongType(path, 'integer,string', found)]
  if (type === 'integer' && (format === 'int32' || format === 'int64'))
    return sizedErrors(format, found, path)
  if (type === 'string' && format !== undefined && isFormat(format))
    return formattedErrors(format, found, path)
  return [wrongType(path, type, found)]
}

function isOf(type: Schema['type'], found: string): boolean {
  if (type === 'any' || found === type) return true
  if (type === 'number') return found === 'integer'
  return type === 'int-or-string' && (found === 'integer' || found === 'string')
}

/** With a sized format, messages name some types as Go does, and others not at all. */
function sizedErrors(format: string, found: string, path: string): readonly FieldError[] {
  if (found === 'boolean' || found === 'object') return [wrongType(path, format, '')]
  if (found !== 'number') return [wrongType(path, 'integer', found)]
  return [wrongType(path, format, 'float64')]
}

/** The same for other formats; lists match any of them. */
function formattedErrors(format: string, found: string, path: string): readonly FieldError[] {
  switch (found) {
    case 'array':
      return []
    case 'integer':
      return [wrongType(path, format, 'int64')]
    case 'number':
      return [wrongType(path, format, 'float64')]
    case 'null':
      return [wrongType(path, 'string', found)]
    default:
      return [wrongType(path, format, '')]
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return isInt64(value) ? 'integer' : typeof value
}

/** Whether a server decodes a JSON value as an integer: larger ones are floats. */
export const isInt64 = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) < 2 ** 63 && Number(value) >= -(2 ** 63)
