import { isObject, type JsonObject, objectOf } from '../json/json-value.ts'
import { type DecodeError, decode } from './decode.ts'
import type { Schema } from './schema.ts'

/** What pruning left of a value. */
export interface Pruned {
  readonly value: unknown
  /** The paths of what is gone, sorted as a real server has them: `spec.a`, `spec.list[0].b`. */
  readonly unknownFields: readonly string[]
  /** Why metadata, the object's own or those of an object in it, are none. */
  readonly errors: readonly DecodeError[]
}

/** Removes what the schema of a custom resource does not name, unless it says that all is to be kept. */
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

  /** Metadata are a Go struct in custom resources, too. */
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
