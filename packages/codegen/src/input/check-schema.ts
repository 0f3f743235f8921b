import type { JsonSchema } from '../model/json-schema.ts'
import { checkRestrictions } from './check-restrictions.ts'
import { checkKeywordValues } from './check-shape.ts'
import { type Field, isMapping } from './field.ts'

const TYPES: readonly unknown[] = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const UNSUPPORTED = ['$ref', 'additionalItems', 'definitions', 'dependencies', 'patternProperties'] as const
/** What every object has, whatever its schema says. */
const OWN_TYPES = { apiVersion: 'string', kind: 'string', metadata: 'object' } as const

const PRESERVE = 'x-kubernetes-preserve-unknown-fields'
const INT_OR_STRING = 'x-kubernetes-int-or-string'
const EMBEDDED = 'x-kubernetes-embedded-resource'

/**
 * The schema of a version, if it is structural: a server accepts no other, and an incomplete one has no complete type.
 * Reports each place where it is not (apiextensions' validation and ValidateStructural).
 */
export function checkSchema(root: Field): JsonSchema | undefined {
  if (root.value === undefined || root.value === null) {
    root.report('is required: types come from the schema')
    return undefined
  }
  if (!root.mapping()) return undefined
  checkRoot(root)
  checkNode(root, 'is required at the root')
  return root.value as JsonSchema
}

function checkRoot(root: Field): void {
  const type = root.at('type')
  if (TYPES.includes(type.value) && type.value !== 'object') type.report('must be object at the root')
  if (root.at('nullable').value === true) root.at('nullable').report('must not be true at the root')
  if (root.at('additionalProperties').value !== undefined)
    root.at('additionalProperties').report('must not be used at the root')
  const properties = root.at('properties')
  for (const [name, expected] of Object.entries(OWN_TYPES)) {
    const given = properties.entry(name).at('type')
    if (given.value !== undefined && given.value !== expected) given.report(`must be ${expected}`)
  }
  for (const [name, field] of mappingEntries(properties.entry('metadata').at('properties'))) {
    if (name !== 'name' && name !== 'generateName')
      field.report(
        'only name and generateName of metadata can be described: all objects have the same metadata',
      )
  }
}

/** Checks a schema that specifies a value; `missing` says why it needs a type. */
function checkNode(schema: Field, missing: string): void {
  if (!isMapping(schema.value)) {
    schema.report('must be a schema')
    return
  }
  checkType(schema, missing)
  checkKeywords(schema)
  checkEmbedded(schema)
  checkChildren(schema)
  checkRestrictions(schema)
}

function checkType(schema: Field, missing: string): void {
  const type = schema.at('type')
  const hasOther = schema.at(INT_OR_STRING).value === true || schema.at(PRESERVE).value === true
  if (type.value === undefined || type.value === null || type.value === '') {
    if (!hasOther) type.report(`${missing}, unless ${INT_OR_STRING} or ${PRESERVE} is true`)
  } else if (Array.isArray(type.value)) {
    type.report('must be one type: nullable allows null')
  } else if (!TYPES.includes(type.value)) {
    type.report(`must be one of ${TYPES.join(', ')}, but is ${JSON.stringify(type.value)}`)
  }
}

function checkKeywords(schema: Field): void {
  for (const keyword of UNSUPPORTED) {
    const field = schema.at(keyword)
    if (field.value !== undefined && !isEmptyDefinitions(field, keyword))
      field.report('is not supported in a CustomResourceDefinition')
  }
  if (schema.at(PRESERVE).value === false) schema.at(PRESERVE).report('must be true or absent')
  if (schema.at(PRESERVE).value === true && schema.at(INT_OR_STRING).value === true)
    schema.at(PRESERVE).report(`must be absent if ${INT_OR_STRING} is true`)
  const additional = schema.at('additionalProperties')
  const hasProperties = mappingEntries(schema.at('properties')).length > 0
  if (
    hasProperties &&
    additional.value !== undefined &&
    additional.value !== null &&
    additional.value !== true
  )
    additional.report('excludes properties: use one of them')
  checkKeywordValues(schema)
}

const isEmptyDefinitions = ({ value }: Field, keyword: string): boolean =>
  keyword === 'definitions' && isMapping(value) && Object.keys(value).length === 0

function checkEmbedded(schema: Field): void {
  if (schema.at(EMBEDDED).value !== true) return
  if (schema.at('type').value !== 'object') schema.at('type').report(`must be object if ${EMBEDDED} is true`)
  if (schema.at(PRESERVE).value !== true && mappingEntries(schema.at('properties')).length === 0)
    schema.at('properties').report(`is required if ${EMBEDDED} is true without ${PRESERVE}`)
}

function checkChildren(schema: Field): void {
  for (const [, child] of schema.at('properties').entries()) checkNode(child, 'is required for a property')
  const items = schema.at('items')
  if (Array.isArray(items.value)) items.report('must be one schema, not a list')
  else if (items.value !== undefined && items.value !== null)
    checkNode(items, 'is required for the items of an array')
  else if (schema.at('type').value === 'array') items.report('is required for an array')
  const additional = schema.at('additionalProperties')
  if (isMapping(additional.value)) checkNode(additional, 'is required for additional properties')
  else if (
    additional.value !== undefined &&
    additional.value !== null &&
    typeof additional.value !== 'boolean'
  )
    additional.report('must be a schema, true or false')
}

const mappingEntries = (field: Field): readonly (readonly [string, Field])[] =>
  isMapping(field.value) ? field.entries() : []
