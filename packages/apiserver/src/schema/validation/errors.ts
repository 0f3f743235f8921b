import type { FieldError } from '../../status/status-errors.ts'

/** A value as upstream's messages print it. */
const printed = (value: unknown): string => JSON.stringify(value) ?? 'null'

/** The same in a list of allowed values, which prints numbers as texts. */
const quoted = (value: unknown): string => printed(typeof value === 'number' ? String(value) : value)

export const required = (field: string): FieldError => ({ field, type: 'Required value', detail: '' })

export const invalidValue = (field: string, value: unknown, why: string): FieldError => ({
  field,
  type: 'Invalid value',
  detail: `${printed(value)}: ${why}`,
})

export const notSupported = (field: string, value: unknown, allowed: readonly unknown[]): FieldError => ({
  field,
  type: 'Unsupported value',
  detail: `${printed(value)}: supported values: ${allowed.map(quoted).join(', ')}`,
})

export const duplicate = (field: string, value: unknown): FieldError => ({
  field,
  type: 'Duplicate value',
  detail: printed(value),
})

export const tooLong = (field: string, limit: number): FieldError => ({
  field,
  type: 'Too long',
  detail: `may not be more than ${limit} bytes`,
})

export const tooMany = (field: string, count: number, limit: number): FieldError => ({
  field,
  type: 'Too many',
  detail: `${count}: must have at most ${limit} items`,
})

/** The value has the wrong type: `spec.n in body must be of type integer: "string"`. */
export const wrongType = (field: string, type: string, found: string): FieldError => ({
  field,
  type: 'Invalid value',
  reason: 'FieldValueTypeInvalid',
  detail: `${printed(found)}: ${field} in body must be of type ${type}: ${printed(found)}`,
})

/** The field of an error without one. */
export const NO_FIELD = '<nil>'

/** An error without a field in the Status, although its message names one. */
export const ofNoField = (why: string, value = '""'): FieldError => ({
  field: NO_FIELD,
  type: 'Invalid value',
  detail: `${value}: ${why}`,
})
