import type { Schema } from '../schema/schema.ts'
import type { Schemas } from '../schema/schemas.ts'

/** A schema as OpenAPI writes it. */
export type SchemaObject = Readonly<Record<string, unknown>>

const REFERENCE = '#/components/schemas/'

/** Types whose JSON has more than one form. */
const FORMS: Readonly<Record<string, SchemaObject>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': {
    format: 'int-or-string',
    oneOf: [{ type: 'integer' }, { type: 'string' }],
  },
  'io.k8s.apimachinery.pkg.runtime.RawExtension': { type: 'object' },
}

/** A reference to a type of the same document. */
export const referenceTo = (typeName: string): SchemaObject => ({ $ref: `${REFERENCE}${typeName}` })

/** Writes built-in types as OpenAPI has them, without the prose, and remembers which other types they refer to. */
export class SchemaWriter {
  readonly #schemas: Schemas
  readonly #wanted = new Set<string>()

  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  /** A reference to a type, which will be among the {@link types}. */
  refer(typeName: string): SchemaObject {
    this.#wanted.add(typeName)
    return referenceTo(typeName)
  }

  /** All types that were referred to, and those that they refer to, by name. */
  types(): Readonly<Record<string, SchemaObject>> {
    const written = new Map<string, SchemaObject>()
    // Types that a type refers to come into the set while it is walked.
    for (const name of this.#wanted) {
      const type = this.#schemas.ofType(name)
      written.set(name, type ? this.#type(name, type) : {})
    }
    const names = [...written.keys()].toSorted()
    return Object.fromEntries(names.map(name => [name, written.get(name) ?? {}]))
  }

  #type(name: string, type: Schema): SchemaObject {
    return FORMS[name] ?? this.#structure(type)
  }

  /** What is within a type or a place that has no type of its own. */
  #structure(schema: Schema): SchemaObject {
    const { type, format, required, properties, items, additionalProperties } = schema
    return {
      ...(type === 'any' || type === 'int-or-string' ? {} : { type }),
      ...(format ? { format } : {}),
      ...(required?.length ? { required } : {}),
      ...(properties ? { properties: this.#members(properties) } : {}),
      ...(items ? { items: this.#place(items) } : {}),
      ...(additionalProperties ? { additionalProperties: this.#place(additionalProperties) } : {}),
      ...(schema.enum ? { enum: schema.enum } : {}),
      ...extensionsOf(schema),
    }
  }

  #members(properties: ReadonlyMap<string, Schema>): SchemaObject {
    return Object.fromEntries([...properties].map(([name, schema]) => [name, this.#place(schema)]))
  }

  /** A member or an item: a reference where its type has a name, with what is said of it in this place. */
  #place(schema: Schema): SchemaObject {
    const { typeName } = schema
    const initial = schema.default === undefined ? {} : { default: schema.default }
    if (typeName === undefined) return { ...this.#structure(schema), ...initial }
    const said = { ...initial, ...extensionsOf(schema, this.#schemas.ofType(typeName)) }
    const reference = this.refer(typeName)
    return Object.keys(said).length > 0 ? { ...said, allOf: [reference] } : reference
  }
}

/** How a value is merged, as far as its type does not say the same everywhere. */
function extensionsOf(schema: Schema, type?: Schema): SchemaObject {
  const { listType, listMapKeys, patchStrategy, patchMergeKey } = schema
  const mapType = schema.mapType === type?.mapType ? undefined : schema.mapType
  return {
    ...(mapType ? { 'x-kubernetes-map-type': mapType } : {}),
    ...(listMapKeys ? { 'x-kubernetes-list-map-keys': listMapKeys } : {}),
    ...(listType ? { 'x-kubernetes-list-type': listType } : {}),
    ...(patchMergeKey ? { 'x-kubernetes-patch-merge-key': patchMergeKey } : {}),
    ...(patchStrategy ? { 'x-kubernetes-patch-strategy': patchStrategy } : {}),
  }
}
