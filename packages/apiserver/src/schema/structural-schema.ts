import { isObject, type JsonObject } from '../json/json-value.ts'
import type { Schema, SchemaType } from './schema.ts'

/** An `openAPIV3Schema` that passed the validation of CustomResourceDefinitions. */
export type OpenAPIV3Schema = JsonObject

/**
 * Creates the schema of a custom resource.
 *
 * @param objectMeta the built-in type of `metadata` (`loadSchemas().ofType(OBJECT_META)`), which
 *   CustomResourceDefinitions do not describe; without it, metadata can be anything
 */
export function structuralSchema(openAPIV3Schema: OpenAPIV3Schema, objectMeta?: Schema): Schema {
  const metadata = objectMeta ?? { type: 'object', preservesUnknown: true }
  const root = convert(openAPIV3Schema, metadata)
  return {
    ...root,
    type: 'object',
    isEmbeddedResource: true,
    properties: withIdentity(root.properties, metadata),
    hasRules: hasRules(openAPIV3Schema),
  }
}

/** The name of the type of metadata. */
export const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'

const TYPES: readonly SchemaType[] = ['object', 'array', 'string', 'integer', 'number', 'boolean']

function convert(node: JsonObject, metadata: Schema): Schema {
  const isEmbeddedResource = node['x-kubernetes-embedded-resource'] === true
  const own = membersOf(node, 'properties', metadata)
  return {
    type: typeOf(node),
    ...validationsOf(node, metadata),
    properties: isEmbeddedResource ? withIdentity(own, metadata) : own,
    additionalProperties: nodeAt(node, 'additionalProperties', metadata),
    items: nodeAt(node, 'items', metadata),
    preservesUnknown:
      node['x-kubernetes-preserve-unknown-fields'] === true || node.additionalProperties === true,
    isEmbeddedResource,
    listType: listTypeOf(node['x-kubernetes-list-type']),
    listMapKeys: textsOf(node['x-kubernetes-list-map-keys']),
    mapType: node['x-kubernetes-map-type'] === 'atomic' ? 'atomic' : undefined,
    nullable: node.nullable === true,
    default: node.default,
  }
}

/** The validation keywords of a value. */
const validationsOf = (node: JsonObject, metadata: Schema): Partial<Schema> => ({
  format: textOf(node.format),
  required: textsOf(node.required),
  enum: Array.isArray(node.enum) ? node.enum : undefined,
  minimum: numberOf(node.minimum),
  maximum: numberOf(node.maximum),
  exclusiveMinimum: node.exclusiveMinimum === true,
  exclusiveMaximum: node.exclusiveMaximum === true,
  multipleOf: numberOf(node.multipleOf),
  minLength: numberOf(node.minLength),
  maxLength: numberOf(node.maxLength),
  pattern: textOf(node.pattern),
  minItems: numberOf(node.minItems),
  maxItems: numberOf(node.maxItems),
  uniqueItems: node.uniqueItems === true,
  minProperties: numberOf(node.minProperties),
  maxProperties: numberOf(node.maxProperties),
  allOf: nodesAt(node, 'allOf', metadata),
  anyOf: nodesAt(node, 'anyOf', metadata),
  oneOf: nodesAt(node, 'oneOf', metadata),
  not: nodeAt(node, 'not', metadata),
})

function typeOf(node: JsonObject): SchemaType {
  if (node['x-kubernetes-int-or-string'] === true) return 'int-or-string'
  return TYPES.find(type => type === node.type) ?? 'any'
}

/** Adds the members that every object has. */
const withIdentity = (
  properties: ReadonlyMap<string, Schema> | undefined,
  metadata: Schema,
): ReadonlyMap<string, Schema> =>
  new Map([
    ...(properties ?? []),
    ['apiVersion', { type: 'string' }],
    ['kind', { type: 'string' }],
    ['metadata', metadata],
  ])

function nodeAt(node: JsonObject, name: string, metadata: Schema): Schema | undefined {
  const inner = node[name]
  return isObject(inner) ? convert(inner, metadata) : undefined
}

function nodesAt(node: JsonObject, name: string, metadata: Schema): readonly Schema[] | undefined {
  const inner = node[name]
  return Array.isArray(inner) ? inner.filter(isObject).map(each => convert(each, metadata)) : undefined
}

function membersOf(
  node: JsonObject,
  name: string,
  metadata: Schema,
): ReadonlyMap<string, Schema> | undefined {
  const inner = node[name]
  if (!isObject(inner)) return undefined
  return new Map(
    Object.entries(inner).flatMap(([member, each]) =>
      isObject(each) ? [[member, convert(each, metadata)] as const] : [],
    ),
  )
}

/** Whether a schema contains a rule. */
function hasRules(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasRules)
  if (!isObject(value)) return false
  return Array.isArray(value['x-kubernetes-validations']) || Object.values(value).some(hasRules)
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

const textsOf = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : undefined

const listTypeOf = (value: unknown): Schema['listType'] =>
  value === 'atomic' || value === 'set' || value === 'map' ? value : undefined
