import { isObject, type JsonObject, objectOf } from '../json/json-value.ts'
import { type DecodeError, decode } from './decode.ts'
import type { Schema } from './schema.ts'

/** The result of pruning. */
export interface Pruned {
  readonly value: unknown
  /** The removed paths, sorted as on a real server: `spec.a`, `spec.list[0].b`. */
  readonly unknownFields: readonly string[]
  /** Errors in metadata of the object or of embedded objects. */
  readonly errors: readonly DecodeError[]
}

/** Removes fields that a custom resource's schema does not specify, unless it preserves unknown fields. */
export function prune(schema: Schema, value: unknown): Pruned {
  const pruner = new Pruner()
  const pruned = pruner.value(schema, value, '')
  return { value: pruned, unknownFields: pruner.unknownFields.toSorted(), errors: pruner.errors }
}

class Pruner {
  readonly unknownFields: string[] = []
  readonly errors: DecodeError[] = []

  value(schema: Schema, value: unknown, path: string): unknown {
    if (isObject(value)) return this.#object(schema, value, path)
    const { items } = schema
    if (!Array.isArray(value) || !items) return value
    return value.map((item: unknown, index) => this.value(items, item, `${path}[${index}]`))
  }

  #object(schema: Schema, value: JsonObject, path: string): JsonObject {
    const { properties, additionalProperties, preservesUnknown } = schema
    const members: [string, unknown][] = []
    for (const [name, member] of Object.entries(value)) {
      const place = path === '' ? name : `${path}.${name}`
      const type = properties?.get(name) ?? additionalProperties
      if (type)
        members.push([
          name,
          type.typeName ? this.#builtIn(type, member, place) : this.value(type, member, place),
        ])
      else if (preservesUnknown) members.push([name, member])
      else this.unknownFields.push(place)
    }
    return objectOf(members)
  }

  /** Metadata is a Go struct in custom resources, too. */
  #builtIn(schema: Schema, value: unknown, path: string): unknown {
    if (value === null) return value
    const decoded = decode(schema, value)
    this.unknownFields.push(...decoded.unknownFields.map(each => `${path}.${each}`))
    for (const { message } of decoded.errors) {
      const isOwn = path === 'metadata'
      this.errors.push({
        message: isOwn ? message : `${path}: Invalid value: ${JSON.stringify(value)}: ${message}`,
      })
    }
    return decoded.value
  }
}
