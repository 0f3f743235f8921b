import type { JSONSchemaProps } from '@kube-informer/core/resources'
import { prune } from '../schema/prune.ts'
import { structuralSchema } from '../schema/structural-schema.ts'
import { validate } from '../schema/validate.ts'
import { NO_FIELD } from '../schema/validation/errors.ts'
import { invalidValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { isSchema } from './validate-schema.ts'

/** Errors in defaults that do not match their own schema. The schema is structural. */
export function defaultErrors(schema: JSONSchemaProps, path: string): readonly FieldError[] {
  const { properties = {}, items } = schema
  return [
    ...Object.entries(properties).flatMap(([name, child]) =>
      identityErrors(child, `${path}.properties[${name}]`),
    ),
    ...(isSchema(items) ? identityErrors(items, `${path}.items`) : []),
  ]
}

const identityErrors = (schema: JSONSchemaProps, path: string): readonly FieldError[] => [
  ...(schema.default === undefined || schema.default === null ? [] : valueErrors(schema, `${path}.default`)),
  ...defaultErrors(schema, path),
]

function valueErrors(schema: JSONSchemaProps, field: string): readonly FieldError[] {
  const { default: value } = schema
  const type = structuralSchema({ type: 'object', properties: { value: schema } }).properties?.get('value')
  if (!type) return []
  if (prune(type, value).unknownFields.length > 0)
    return [invalidValue(field, value, 'must not have unknown fields')]
  return validate(type, value).map(error => ({
    ...error,
    field: error.field && error.field !== NO_FIELD ? `${field}.${error.field}` : field,
  }))
}
