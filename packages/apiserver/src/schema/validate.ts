import type { FieldError } from '../status/status-errors.ts'
import type { Schema } from './schema.ts'
import { validateBuiltIn } from './validation/built-in.ts'
import { validateCustom } from './validation/custom.ts'

/**
 * What is wrong with an object, in the words of a real server. Of a custom resource: all that its schema can say,
 * except rules (`x-kubernetes-validations`). Of a built-in kind: required members and enumerations, which is what is
 * left to say of kinds whose own validation is not here; their status is not looked at.
 */
export const validate = (schema: Schema, value: unknown): readonly FieldError[] =>
  schema.typeName === undefined ? validateCustom(schema, value) : validateBuiltIn(schema, value)
