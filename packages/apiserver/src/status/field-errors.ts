import type { FieldError } from './status-errors.ts'

/** A value as messages print it: strings with Go's quoting, otherwise JSON. */
export function printed(value: unknown): string {
  if (value === undefined || value === null) return 'null'
  const json = JSON.stringify(value)
  return typeof value === 'string' ? json.replace(/\\u00([0-9a-f]{2})/g, '\\x$1') : json
}

/** An invalid value and the violated rule. */
export const invalidValue = (field: string, value: unknown, rule: string): FieldError => ({
  field,
  type: 'Invalid value',
  detail: rule === '' ? printed(value) : `${printed(value)}: ${rule}`,
})

/** An invalid value and several violated rules. */
export const invalidValues = (
  field: string,
  value: unknown,
  rules: readonly string[],
): readonly FieldError[] => rules.map(rule => invalidValue(field, value, rule))

export const requiredValue = (field: string, detail = ''): FieldError => ({
  field,
  type: 'Required value',
  detail,
})

export const forbiddenValue = (field: string, detail: string): FieldError => ({
  field,
  type: 'Forbidden',
  detail,
})

/** A value that is not in the list of allowed values. */
export const unsupportedValue = (
  field: string,
  value: unknown,
  supported: readonly string[],
): FieldError => ({
  field,
  type: 'Unsupported value',
  detail: `${printed(value)}: supported values: ${supported.map(printed).join(', ')}`,
})

export const tooLongValue = (field: string, most: number): FieldError => ({
  field,
  type: 'Too long',
  detail: `may not be more than ${most} bytes`,
})

export const IMMUTABLE = 'field is immutable'
