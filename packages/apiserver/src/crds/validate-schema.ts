import type { JSONSchemaProps } from '@kube-informer/core/resources'
import { validPattern } from '../schema/valid-pattern.ts'
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { listErrors, mapErrors } from './validate-merge-rules.ts'

type Errors = readonly FieldError[]

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const UNSUPPORTED = ['$ref', 'additionalItems', 'patternProperties', 'definitions', 'dependencies'] as const

/** The metadata fields of every object, whatever its schema declares. */
const OWN_TYPES = { apiVersion: 'string', kind: 'string', metadata: 'object' }

/** OpenAPI keywords that the schema of a CustomResourceDefinition must not use, or must use differently. */
export const schemaErrors = (schema: JSONSchemaProps, path: string): Errors => [
  ...rootErrors(schema, path),
  ...nodeErrors(schema, path),
]

function rootErrors({ type, properties, nullable }: JSONSchemaProps, path: string): Errors {
  const errors: FieldError[] = []
  if (nullable) errors.push(forbiddenValue(`${path}.nullable`, 'nullable cannot be true at the root'))
  if (!type) errors.push(requiredValue(`${path}.type`, 'must not be empty at the root'))
  else if (type !== 'object' && TYPES.includes(type))
    errors.push(invalidValue(`${path}.type`, type, 'must be object at the root'))
  for (const [name, expected] of Object.entries(OWN_TYPES)) {
    const given = properties?.[name]?.type
    if (given && given !== expected)
      errors.push(invalidValue(`${path}.properties[${name}].type`, given, `must be ${expected}`))
  }
  const described = Object.keys(properties?.metadata?.properties ?? {})
  if (described.some(name => name !== 'name' && name !== 'generateName'))
    errors.push(
      forbiddenValue(
        `${path}.properties[metadata]`,
        'must not specify anything other than name and generateName, but metadata is implicitly specified',
      ),
    )
  return errors
}

function nodeErrors(schema: JSONSchemaProps, path: string): Errors {
  return [
    ...typeErrors(schema, path),
    ...keywordErrors(schema, path),
    ...extensionErrors(schema, path),
    ...childrenOf(schema, path).flatMap(([child, at]) => nodeErrors(child, at)),
  ]
}

/** Errors in the merge rules of arrays and objects, anywhere in a schema. */
export const mergeErrors = (schema: JSONSchemaProps, path: string): Errors => [
  ...listErrors(schema, path),
  ...mapErrors(schema, path),
  ...childrenOf(schema, path).flatMap(([child, at]) => mergeErrors(child, at)),
]

function typeErrors({ type, items }: JSONSchemaProps, path: string): Errors {
  const errors: FieldError[] = []
  if (type && !TYPES.includes(type)) errors.push(unsupportedValue(`${path}.type`, type, TYPES))
  if (type === 'null')
    errors.push(forbiddenValue(`${path}.type`, 'type cannot be set to null, use nullable as an alternative'))
  if (type === 'array' && !items) errors.push(requiredValue(`${path}.items`, 'must be specified'))
  if (Array.isArray(items))
    errors.push(forbiddenValue(`${path}.items`, 'items must be a schema object and not an array'))
  return errors
}

function keywordErrors(schema: JSONSchemaProps, path: string): Errors {
  const { properties = {}, additionalProperties, uniqueItems, pattern } = schema
  const errors: FieldError[] = []
  if (uniqueItems)
    errors.push(
      forbiddenValue(
        `${path}.uniqueItems`,
        'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      ),
    )
  if (additionalProperties && Object.keys(properties).length > 0)
    errors.push(
      forbiddenValue(
        `${path}.additionalProperties`,
        'additionalProperties and properties are mutual exclusive',
      ),
    )
  const used = UNSUPPORTED.filter(keyword => isUsed(schema[keyword], keyword))
  errors.push(...used.map(keyword => forbiddenValue(`${path}.${keyword}`, `${keyword} is not supported`)))
  if (pattern && !validPattern(pattern))
    errors.push(invalidValue(`${path}.pattern`, pattern, "must be a valid regular expression, but isn't"))
  return errors
}

/** Empty `definitions` are accepted; an empty object for another keyword is not. */
const isUsed = (value: unknown, keyword: string): boolean =>
  value !== undefined && (keyword !== 'definitions' || Object.keys(value ?? {}).length > 0)

function extensionErrors(schema: JSONSchemaProps, path: string): Errors {
  const errors: FieldError[] = []
  const preserves = schema['x-kubernetes-preserve-unknown-fields']
  if (preserves === false)
    errors.push(
      invalidValue(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'),
    )
  if (!schema['x-kubernetes-embedded-resource']) return errors
  if (schema.type !== 'object')
    errors.push(
      invalidValue(
        `${path}.type`,
        schema.type ?? '',
        'must be object if x-kubernetes-embedded-resource is true',
      ),
    )
  if (!preserves && Object.keys(schema.properties ?? {}).length === 0)
    errors.push(
      requiredValue(
        `${path}.properties`,
        'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      ),
    )
  return errors
}

/** The subschemas of a schema with their paths; those of members by name. */
function childrenOf(schema: JSONSchemaProps, path: string): readonly [JSONSchemaProps, string][] {
  const { properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [], not } = schema
  const children: [JSONSchemaProps, string][] = Object.entries(properties).map(([name, child]) => [
    child,
    `${path}.properties[${name}]`,
  ])
  if (isSchema(items)) children.push([items, `${path}.items`])
  if (isSchema(additionalProperties)) children.push([additionalProperties, `${path}.additionalProperties`])
  for (const [keyword, group] of Object.entries({ allOf, anyOf, oneOf }))
    group.forEach((child, index) => {
      children.push([child, `${path}.${keyword}[${index}]`])
    })
  if (not) children.push([not, `${path}.not`])
  return children
}

/** Whether `items` or `additionalProperties` is a single schema. */
export const isSchema = (
  value: JSONSchemaProps['items'] | JSONSchemaProps['additionalProperties'],
): value is JSONSchemaProps => typeof value === 'object' && !Array.isArray(value)
