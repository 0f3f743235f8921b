import type { JSONSchemaProps } from '@kube-informer/core/resources'
import { forbiddenValue, requiredValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { isSchema } from './validate-schema.ts'

type Errors = readonly FieldError[]

const MUST_BE_EMPTY = 'must be empty to be structural'
const OF_FIELD = 'must not be empty for specified object fields'
const OF_ITEM = 'must not be empty for specified array items'

/**
 * Errors where a schema is not structural, that is, does not specify every value, so that unknown fields cannot be
 * detected.
 */
export const structuralErrors = (schema: JSONSchemaProps, path: string): Errors => [
  ...withinErrors(schema, path),
  ...logicErrors(schema, path),
]

function nodeErrors(schema: JSONSchemaProps, path: string, rule: string): Errors {
  const hasType = schema.type || schema['x-kubernetes-int-or-string'] || preserves(schema)
  const own = hasType ? [] : [requiredValue(`${path}.type`, rule)]
  return [...structuralErrors(schema, path), ...own]
}

const preserves = (schema: JSONSchemaProps): boolean =>
  schema['x-kubernetes-preserve-unknown-fields'] === true

function withinErrors(
  { items, properties = {}, additionalProperties }: JSONSchemaProps,
  path: string,
): Errors {
  return [
    ...(isSchema(items) ? nodeErrors(items, `${path}.items`, OF_ITEM) : []),
    ...Object.entries(properties).flatMap(([name, child]) =>
      nodeErrors(child, `${path}.properties[${name}]`, OF_FIELD),
    ),
    ...(isSchema(additionalProperties)
      ? nodeErrors(additionalProperties, `${path}.additionalProperties`, OF_FIELD)
      : []),
  ]
}

/**
 * The schemas in `anyOf` and similar keywords may restrict what is specified outside them, and must not specify types.
 */
function logicErrors(schema: JSONSchemaProps, path: string): Errors {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true
  const groups = Object.entries({ allOf, anyOf, oneOf, ...(not ? { not: [not] } : {}) })
  return groups.flatMap(([keyword, members]) =>
    members.flatMap((member, index) => {
      const at = keyword === 'not' ? `${path}.not` : `${path}.${keyword}[${index}]`
      // The two types of an int-or-string may be declared here only.
      if (isIntOrString && Object.keys(member).join() === 'type') return []
      const errors = restrictionErrors(member, at)
      // A server that finds a specification in the wrong place does not report it as missing in the right one.
      const describes = errors.some(({ detail }) => detail === MUST_BE_EMPTY)
      return describes ? errors : [...errors, ...undescribedErrors(member, at, schema, path)]
    }),
  )
}

const DESCRIBING = ['type', 'additionalProperties', 'default', 'title', 'description', 'nullable'] as const

function restrictionErrors(schema: JSONSchemaProps, path: string): Errors {
  const { properties = {}, items } = schema
  const used = DESCRIBING.filter(keyword => schema[keyword] !== undefined)
  const extensions = Object.keys(schema).filter(keyword => keyword.startsWith('x-kubernetes-'))
  return [
    ...(isSchema(items) ? restrictionErrors(items, `${path}.items`) : []),
    ...Object.entries(properties).flatMap(([name, child]) =>
      restrictionErrors(child, `${path}.properties[${name}]`),
    ),
    ...used.map(keyword => forbiddenValue(`${path}.${keyword}`, MUST_BE_EMPTY)),
    ...extensions.map(keyword => forbiddenValue(`${path}.${keyword}`, 'must be undefined to be structural')),
    ...logicErrors(schema, path),
  ]
}

/** A restricted field must be specified outside, too. */
function undescribedErrors(
  { properties = {}, items }: JSONSchemaProps,
  path: string,
  outer: JSONSchemaProps,
  outerPath: string,
): Errors {
  const missing = (at: string, by: string) => [requiredValue(at, `because it is defined in ${by}`)]
  return [
    ...Object.entries(properties).flatMap(([name, child]) => {
      const [at, by] = [`${outerPath}.properties[${name}]`, `${path}.properties[${name}]`]
      const described = outer.properties?.[name]
      if (described) return undescribedErrors(child, by, described, at)
      return isSchema(outer.additionalProperties) ? [] : missing(at, by)
    }),
    ...(isSchema(items)
      ? isSchema(outer.items)
        ? undescribedErrors(items, `${path}.items`, outer.items, `${outerPath}.items`)
        : missing(`${outerPath}.items`, `${path}.items`)
      : []),
  ]
}
