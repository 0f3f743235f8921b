import type { JSONSchemaProps } from '@kube-informer/core/resources'
import { invalidValue, requiredValue, unsupportedValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'

type Errors = readonly FieldError[]

const LIST_TYPE = 'x-kubernetes-list-type'
const MAP_KEYS = 'x-kubernetes-list-map-keys'
const MAP_TYPE = 'x-kubernetes-map-type'

/** Errors in the merge rules of an array. */
export function listErrors(schema: JSONSchemaProps, path: string): Errors {
  const listType = schema[LIST_TYPE]
  const keys = schema[MAP_KEYS] ?? []
  if (listType === undefined && keys.length > 0)
    return [requiredValue(`${path}.${LIST_TYPE}`, 'must be map if x-kubernetes-list-map-keys is non-empty')]
  if (listType === undefined) return []
  const errors: FieldError[] = []
  errors.push(...typeErrors(schema, path, 'array', LIST_TYPE))
  if (!['atomic', 'set', 'map'].includes(listType))
    errors.push(unsupportedValue(`${path}.${LIST_TYPE}`, listType, ['atomic', 'set', 'map']))
  const items = itemsOf(schema)
  if (listType === 'set') errors.push(...setErrors(items, `${path}.items`))
  if (listType === 'map') errors.push(...keysErrors(items, keys, path))
  else if (keys.length > 0)
    errors.push(
      invalidValue(
        `${path}.${LIST_TYPE}`,
        listType,
        'must be map if x-kubernetes-list-map-keys is non-empty',
      ),
    )
  return errors
}

function typeErrors({ type }: JSONSchemaProps, path: string, expected: string, extension: string): Errors {
  const rule = `must be ${expected} if ${extension} is specified`
  if (!type) return [requiredValue(`${path}.type`, rule)]
  return type === expected ? [] : [invalidValue(`${path}.type`, type, rule)]
}

const itemsOf = ({ items }: JSONSchemaProps): JSONSchemaProps | undefined =>
  items && 'length' in items ? undefined : items

function setErrors(items: JSONSchemaProps | undefined, path: string): Errors {
  const rule = `must be atomic as item of a list with ${LIST_TYPE}=set`
  const mapType = items?.[MAP_TYPE]
  if (items?.type === 'object' && mapType !== 'atomic')
    return [invalidValue(`${path}.${MAP_TYPE}`, mapType, rule)]
  const listType = items?.[LIST_TYPE]
  if (items?.type === 'array' && listType !== undefined && listType !== 'atomic')
    return [invalidValue(`${path}.${LIST_TYPE}`, listType, rule)]
  return []
}

function keysErrors(items: JSONSchemaProps | undefined, keys: readonly string[], path: string): Errors {
  if (keys.length === 0)
    return [requiredValue(`${path}.${MAP_KEYS}`, `must not be empty if ${LIST_TYPE} is map`)]
  if (!items) return []
  const { type, properties = {}, required = [] } = items
  if (type !== 'object')
    return [
      invalidValue(`${path}.items.type`, type ?? '', `must be object if parent array's ${LIST_TYPE} is map`),
    ]
  if (keys.some(key => !Object.hasOwn(properties, key)))
    return [invalidValue(`${path}.${MAP_KEYS}`, keys, 'entries must all be names of item properties')]
  const optional = keys.filter(key => !required.includes(key) && properties[key]?.default === undefined)
  return optional.map(key =>
    requiredValue(
      `${path}.items.properties[${key}].default`,
      `this property is in ${MAP_KEYS}, so it must have a default or be a required property`,
    ),
  )
}

/** Errors in the merge rules of an object. */
export function mapErrors(schema: JSONSchemaProps, path: string): Errors {
  const mapType = schema[MAP_TYPE]
  if (mapType === undefined) return []
  const errors: FieldError[] = []
  errors.push(...typeErrors(schema, path, 'object', MAP_TYPE))
  if (!['atomic', 'granular'].includes(mapType))
    errors.push(unsupportedValue(`${path}.${MAP_TYPE}`, mapType, ['atomic', 'granular']))
  return errors
}
