import type { Schema } from '../schema/schema.ts'
import type { Schemas } from '../schema/schemas.ts'

/** A schema in OpenAPI notation. */
export type SchemaObject = Readonly<Record<string, unknown>>

const REFERENCE = '#/components/schemas/'

/** Types with more than one JSON form. */
const FORMS: Readonly<Record<string, SchemaObject>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': {
    format: 'int-or-string',
    oneOf: [{ type: 'integer' }, { type: 'string' }],
  },
  'io.k8s.apimachinery.pkg.runtime.RawExtension': { type: 'object' },
}

/** A reference to a type in the same document. */
export const referenceTo = (typeName: string): SchemaObject => ({ $ref: `${REFERENCE}${typeName}` })

/** Converts built-in types to OpenAPI schemas without descriptions, and collects the types that they refer to. */
export class SchemaWriter {
  readonly #schemas: Schemas
  readonly #wanted = new Set<string>()

  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  /** A reference to a type, which {@link types} will contain. */
  refer(typeName: string): SchemaObject {
    this.#wanted.add(typeName)
    return referenceTo(typeName)
  }

  /** All referenced types by name, including those that they refer to. */
  types(): Readonly<Record<string, SchemaObject>> {
    const written = new Map<string, SchemaObject>()
    // Types that are referenced during the iteration are added to the set.
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

  /** The schema of a type, or of an inline structure without a name. */
  #structure(schema: Schema): SchemaObject {
    const { type, format, required, properties, items, additionalProperties } = schema
    return {
      ...(type === 'any' || type === 'int-or-string' ? {} : { type }),
      ...(format ? { format } : {}),
      ...(required?.length ? { required } : {}),
      ...(properties ? { properties: this.#members(properties) } : {}),
      ...(items ? { items: this.#occurrence(items) } : {}),
      ...(additionalProperties ? { additionalProperties: this.#occurrence(additionalProperties) } : {}),
      ...(schema.enum ? { enum: schema.enum } : {}),
      ...extensionsOf(schema),
    }
  }

  #members(properties: ReadonlyMap<string, Schema>): SchemaObject {
    return Object.fromEntries([...properties].map(([name, schema]) => [name, this.#occurrence(schema)]))
  }

  /** The schema of a member or an item: a reference if its type has a name, with the extensions of this occurrence. */
  #occurrence(schema: Schema): SchemaObject {
    const { typeName } = schema
    const initial = schema.default === undefined ? {} : { default: schema.default }
    if (typeName === undefined) return { ...this.#structure(schema), ...initial }
    const said = { ...initial, ...extensionsOf(schema, this.#schemas.ofType(typeName)) }
    const reference = this.refer(typeName)
    return Object.keys(said).length > 0 ? { ...said, allOf: [reference] } : reference
  }
}

/** The merge extensions of an occurrence that differ from those of its type. */
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
