import type { FieldError } from '../status/status-errors.ts'
import type { Schema } from './schema.ts'
import { validateBuiltIn } from './validation/built-in.ts'
import { validateCustom } from './validation/custom.ts'

/**
 * Validation errors by schema, with the messages of a real server. For custom resources: all keywords except rules
 * (`x-kubernetes-validations`). For built-in kinds: required members and enumerations; strategies validate the rest,
 * and the status is not validated.
 */
export const validate = (schema: Schema, value: unknown): readonly FieldError[] =>
  schema.typeName === undefined ? validateCustom(schema, value) : validateBuiltIn(schema, value)
