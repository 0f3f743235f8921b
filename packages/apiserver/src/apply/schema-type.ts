import type { Schema } from '../schema/schema.ts'
import { ATOMIC, DEDUCED, type ListType, type MapType, type ValueType } from './value-type.ts'

const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity'
const RAW_EXTENSION = 'io.k8s.apimachinery.pkg.runtime.RawExtension'

const types = { strict: new WeakMap<Schema, ValueType>(), preserving: new WeakMap<Schema, ValueType>() }

/**
 * The value type of a schema; without a schema, types are deduced from values. Types are recursive, so they are created
 * on demand and cached.
 *
 * @param preserves a parent schema preserves unknown members, so this one does, too
 */
export function typeOf(schema: Schema | undefined, preserves = false): ValueType {
  if (!schema) return DEDUCED
  const known = preserves ? types.preserving : types.strict
  const type = known.get(schema) ?? createType(schema, preserves || schema.preservesUnknown === true)
  known.set(schema, type)
  return type
}

function createType(schema: Schema, preserves: boolean): ValueType {
  if (schema.typeName === QUANTITY) return { scalar: 'untyped' }
  if (schema.typeName === RAW_EXTENSION) return ATOMIC
  switch (schema.type) {
    case 'object':
      return { map: new ObjectType(schema, preserves) }
    case 'array':
      return { list: new ArrayType(schema, preserves) }
    case 'integer':
    case 'number':
      return { scalar: 'numeric' }
    case 'boolean':
      return { scalar: 'boolean' }
    case 'string':
      return { scalar: !schema.format || schema.format === 'byte' ? 'string' : 'untyped' }
    default:
      return {
        scalar: 'untyped',
        list: new ArrayType(schema, preserves),
        map: new ObjectType(schema, preserves),
      }
  }
}

class ObjectType implements MapType {
  readonly #schema: Schema
  readonly #preserves: boolean

  constructor(schema: Schema, preserves: boolean) {
    this.#schema = schema
    this.#preserves = preserves
  }

  get isAtomic(): boolean {
    return this.#schema.mapType === 'atomic'
  }

  get names(): readonly string[] {
    return [...(this.#schema.properties?.keys() ?? [])]
  }

  get isDeduced(): boolean {
    return this.#other === DEDUCED && this.names.length === 0
  }

  isNamed(name: string): boolean {
    return this.#schema.properties?.has(name) ?? false
  }

  member(name: string): ValueType | undefined {
    const property = this.#schema.properties?.get(name)
    return property ? typeOf(property, this.#preserves) : this.#other
  }

  get #other(): ValueType | undefined {
    const { additionalProperties, properties } = this.#schema
    if (additionalProperties) return typeOf(additionalProperties, this.#preserves)
    return this.#preserves || !properties?.size ? DEDUCED : undefined
  }
}

class ArrayType implements ListType {
  readonly #schema: Schema
  readonly #preserves: boolean

  constructor(schema: Schema, preserves: boolean) {
    this.#schema = schema
    this.#preserves = preserves
  }

  get isAtomic(): boolean {
    const { listType, patchStrategy } = this.#schema
    if (listType) return listType === 'atomic'
    return !patchStrategy?.split(',').includes('merge')
  }

  get keys(): readonly string[] {
    const { listType, listMapKeys, patchMergeKey } = this.#schema
    if (listType) return listType === 'map' ? (listMapKeys ?? []) : []
    return patchMergeKey === undefined ? [] : [patchMergeKey]
  }

  get items(): ValueType {
    return this.#schema.items ? typeOf(this.#schema.items, this.#preserves) : ATOMIC
  }

  keyDefault(key: string): unknown {
    return this.#schema.items?.properties?.get(key)?.default
  }
}
