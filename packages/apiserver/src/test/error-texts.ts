import type { FieldError } from '../status/status-errors.ts'

/** Errors as a message shows them: `spec.type: Required value`. */
export const errorTexts = (errors: readonly FieldError[]): readonly string[] =>
  errors.map(({ field, type, detail }) => `${field}: ${type}${detail === '' ? '' : `: ${detail}`}`)
