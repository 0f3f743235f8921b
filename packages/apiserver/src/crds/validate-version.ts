import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinitionVersion,
  CustomResourceSubresources,
  JSONSchemaProps,
  SelectableField,
} from '@kube-informer/core/resources'
import { invalidValue, requiredValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { defaultErrors } from './validate-defaults.ts'
import { mergeErrors, schemaErrors } from './validate-schema.ts'
import { structuralErrors } from './validate-structural.ts'

type Errors = readonly FieldError[]

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string']
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']
const SIMPLE_PATH = 'must be a simple json path starting with .'

/** The paths of a version's parts in messages: what all versions share is reported once, for the definition. */
export interface VersionPaths {
  readonly schema: string
  readonly subresources: string
  readonly columns: string
  readonly fields: string
}

/** Errors in a version of a definition, except those of its name. */
export const versionErrors = (
  version: CustomResourceDefinitionVersion,
  at: Partial<VersionPaths>,
): Errors => [
  ...(at.schema ? validationErrors(version.schema?.openAPIV3Schema, at.schema) : []),
  ...(at.subresources ? scaleErrors(version.subresources, `${at.subresources}.scale`) : []),
  ...(at.columns ? columnsErrors(version.additionalPrinterColumns ?? [], at.columns) : []),
  ...(at.fields ? fieldsErrors(version, at.fields) : []),
]

function validationErrors(schema: JSONSchemaProps | undefined, path: string): Errors {
  if (!schema) return []
  const at = `${path}.openAPIV3Schema`
  const ofSchema = schemaErrors(schema, at)
  // A schema that cannot be parsed is not validated further.
  if (ofSchema.some(({ type }) => type === 'Forbidden')) return ofSchema
  const structural = [...structuralErrors(schema, at), ...mergeErrors(schema, at)]
  // Defaults are validated against structural schemas only.
  return [...ofSchema, ...structural, ...(structural.length > 0 ? [] : defaultErrors(schema, at))]
}

function scaleErrors({ scale }: CustomResourceSubresources = {}, path: string): Errors {
  if (!scale) return []
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale
  return [
    ...pathErrors(`${path}.specReplicasPath`, specReplicasPath, ['.spec.']),
    ...pathErrors(`${path}.statusReplicasPath`, statusReplicasPath, ['.status.']),
    ...(labelSelectorPath
      ? pathErrors(`${path}.labelSelectorPath`, labelSelectorPath, ['.spec.', '.status.'])
      : []),
  ]
}

function pathErrors(field: string, path: string | undefined, roots: readonly string[]): Errors {
  if (!path) return [requiredValue(field)]
  if (!path.startsWith('.')) return [invalidValue(field, path, SIMPLE_PATH)]
  if (roots.some(root => path.startsWith(root))) return []
  const names = roots.map(root => root.slice(0, -1)).join(' or ')
  const either = roots.length > 1 ? 'either ' : ''
  return [invalidValue(field, path, `should be a json path under ${either}${names}`)]
}

const columnsErrors = (columns: readonly CustomResourceColumnDefinition[], path: string): Errors =>
  columns.flatMap((column, index) => columnErrors(column, `${path}[${index}]`))

function columnErrors(
  { name, type, format, jsonPath }: CustomResourceColumnDefinition,
  path: string,
): Errors {
  const errors: FieldError[] = []
  if (!name) errors.push(requiredValue(`${path}.name`))
  if (!type) errors.push(requiredValue(`${path}.type`, `must be one of ${COLUMN_TYPES.join(',')}`))
  else if (!COLUMN_TYPES.includes(type))
    errors.push(invalidValue(`${path}.type`, type, `must be one of ${COLUMN_TYPES.join(',')}`))
  if (format && !COLUMN_FORMATS.includes(format))
    errors.push(invalidValue(`${path}.format`, format, `must be one of ${COLUMN_FORMATS.join(',')}`))
  if (!jsonPath) errors.push(requiredValue(`${path}.JSONPath`))
  else if (!jsonPath.startsWith('.')) errors.push(invalidValue(`${path}.JSONPath`, jsonPath, SIMPLE_PATH))
  return errors
}

const fieldsErrors = (
  { selectableFields = [], schema }: CustomResourceDefinitionVersion,
  path: string,
): Errors =>
  selectableFields.flatMap((field, index) =>
    fieldErrors(field, schema?.openAPIV3Schema, `${path}[${index}].jsonPath`),
  )

function fieldErrors({ jsonPath }: SelectableField, schema: JSONSchemaProps | undefined, at: string): Errors {
  if (!jsonPath) return [requiredValue(at)]
  const [before = '', ...segments] = jsonPath.split('.')
  if (before !== '')
    return [invalidValue(at, jsonPath, `is an invalid path: expected [ or . but got: ${before}`)]
  let found = segments[0] === 'metadata' ? undefined : schema
  for (const segment of segments) found = found?.properties?.[segment]
  if (!found) return [invalidValue(at, jsonPath, 'is an invalid path: does not refer to a valid field')]
  if (['string', 'boolean', 'integer'].includes(found.type ?? '')) return []
  const rule =
    'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.'
  return [invalidValue(at, jsonPath, rule)]
}
