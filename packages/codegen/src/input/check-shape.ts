import { type Field, isMapping } from './field.ts'

const TEXTS = [
  ...['description', 'format', 'pattern', 'x-kubernetes-list-type', 'x-kubernetes-map-type'],
] as const
const FLAGS = [
  ...['nullable', 'uniqueItems', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields'],
  'x-kubernetes-embedded-resource',
] as const
const NUMBERS = [
  ...['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
] as const
const TEXT_LISTS = ['required', 'x-kubernetes-list-map-keys'] as const
const SCHEMAS = ['items', 'not'] as const
const SCHEMA_LISTS = ['allOf', 'anyOf', 'oneOf'] as const

/** Checks that keywords have values of their kinds, so that no later step has to. Not those of subschemas. */
export function checkKeywordValues(schema: Field): void {
  for (const keyword of TEXTS) if (schema.at(keyword).value !== undefined) schema.at(keyword).text()
  for (const keyword of TEXT_LISTS) if (schema.at(keyword).value !== undefined) schema.at(keyword).texts()
  for (const keyword of FLAGS) schema.at(keyword).flag()
  for (const keyword of NUMBERS) schema.at(keyword).number()
  schema.at('enum').list()
}

/** Checks a schema of an OpenAPI document, and calls back with each `$ref`. */
export function checkShape(schema: Field, onReference: (reference: Field) => void): void {
  if (!isMapping(schema.value)) {
    schema.report('must be a schema')
    return
  }
  if (schema.at('$ref').value !== undefined) onReference(schema.at('$ref'))
  checkKeywordValues(schema)
  schema.at('type').text()
  const each = (child: Field) => checkShape(child, onReference)
  for (const [, child] of schema.at('properties').entries()) each(child)
  for (const keyword of SCHEMAS) if (schema.at(keyword).value !== undefined) each(schema.at(keyword))
  for (const keyword of SCHEMA_LISTS) schema.at(keyword).list().forEach(each)
  const additional = schema.at('additionalProperties')
  if (additional.value !== undefined && typeof additional.value !== 'boolean') each(additional)
}
