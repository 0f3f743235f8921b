/** A schema of an OpenAPI v3 document, or of a CustomResourceDefinition. */
export interface OpenApiSchema {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, OpenApiSchema>>
  readonly items?: OpenApiSchema
  readonly required?: readonly string[]
  readonly default?: unknown
  readonly additionalProperties?: OpenApiSchema
  readonly allOf?: readonly OpenApiSchema[]
  readonly $ref?: string
  readonly [keyword: string]: unknown
}

type Schemas = Readonly<Record<string, OpenApiSchema>>

/** Keywords that a CustomResourceDefinition may not contain. */
const DROPPED = [
  '$ref',
  'allOf',
  'oneOf',
  'x-kubernetes-group-version-kind',
  'x-kubernetes-patch-merge-key',
  'x-kubernetes-patch-strategy',
  'x-kubernetes-unions',
]

const PREFIX = '#/components/schemas/'

/** Either a number or a string; so is a quantity, whose schema says the same with other words. */
const INT_OR_STRING = [
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  'io.k8s.apimachinery.pkg.api.resource.Quantity',
]

/**
 * The schema of a built-in kind as a CustomResourceDefinition may contain it: with its references replaced by what they refer
 * to.
 *
 * @returns undefined if the schema refers to itself
 */
export function structuralSchema(root: OpenApiSchema, schemas: Schemas): OpenApiSchema | undefined {
  try {
    const { properties, ...schema } = inlined(root, schemas, [])
    return { ...schema, properties: { ...properties, metadata: { type: 'object' } } }
  } catch (error) {
    if (error instanceof RecursiveSchemaError) return undefined
    throw error
  }
}

class RecursiveSchemaError extends Error {}

function inlined(schema: OpenApiSchema, schemas: Schemas, parents: readonly string[]): OpenApiSchema {
  const name = (schema.$ref ?? schema.allOf?.[0]?.$ref)?.slice(PREFIX.length)
  if (name === undefined) return structural(schema, schemas, parents)
  if (parents.includes(name)) throw new RecursiveSchemaError(name)
  const target = inlined(schemas[name] as OpenApiSchema, schemas, [...parents, name])
  const described = { ...target, ...withoutDropped(schema) }
  return INT_OR_STRING.includes(name) ? intOrString(described) : described
}

function intOrString({ description, default: byDefault }: OpenApiSchema): OpenApiSchema {
  return {
    ...(description && { description }),
    ...(byDefault !== undefined && { default: byDefault }),
    'x-kubernetes-int-or-string': true,
  }
}

function structural(schema: OpenApiSchema, schemas: Schemas, parents: readonly string[]): OpenApiSchema {
  const { properties, items, additionalProperties, ...rest } = withoutDropped(schema)
  const inline = (each: OpenApiSchema): OpenApiSchema => inlined(each, schemas, parents)
  const isFree = rest.type === 'object' && !properties && !additionalProperties
  const inlinedItems = items && inline(items)
  return {
    ...(isValidList(rest, inlinedItems) ? rest : withoutListType(rest)),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, each]) => {
          const isRequired = rest.required?.includes(name)
          return [name, isRequired ? withoutDefault(inline(each)) : inline(each)]
        }),
      ),
    }),
    ...(inlinedItems && { items: inlinedItems }),
    ...(additionalProperties && { additionalProperties: inline(additionalProperties) }),
    ...((isFree || rest.type === undefined) && { 'x-kubernetes-preserve-unknown-fields': true }),
  }
}

/** The default of a required field is Go's zero value: a server with this schema would no longer require the field. */
function withoutDefault({ default: _default, ...schema }: OpenApiSchema): OpenApiSchema {
  return schema
}

/** A server requires the keys of a list in the definition of a custom resource; built-in kinds have some optional ones. */
function isValidList({ type, ...list }: OpenApiSchema, items: OpenApiSchema | undefined): boolean {
  const keys = (list['x-kubernetes-list-map-keys'] ?? []) as readonly string[]
  const { required = [], properties } = items ?? {}
  return (
    type === 'array' && keys.every(key => required.includes(key) || properties?.[key]?.default !== undefined)
  )
}

function withoutListType(schema: OpenApiSchema): OpenApiSchema {
  const { 'x-kubernetes-list-type': _type, 'x-kubernetes-list-map-keys': _keys, ...rest } = schema
  return rest
}

/** Drops empty objects as defaults, too: a server refuses them where the schema of the object requires fields. */
function withoutDropped(schema: OpenApiSchema): OpenApiSchema {
  const kept = Object.entries(schema).filter(
    ([keyword, value]) =>
      !DROPPED.includes(keyword) && !(keyword === 'default' && JSON.stringify(value) === '{}'),
  )
  return Object.fromEntries(kept)
}
