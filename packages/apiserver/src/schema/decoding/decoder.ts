import { errorMessage } from '@kube-informer/core/internal'
import { isObject, type JsonObject } from '../../json/json-value.ts'
import { setMember } from '../../json/set-member.ts'
import type { Schema } from '../schema.ts'
import { canonicalBase64 } from './base64.ts'
import { canonicalQuantity } from './canonical-quantity.ts'
import { canonicalMicroTime, canonicalTime } from './go-time.ts'
import { jsonWrongType, readsItself, unstructuredWrongType } from './messages.ts'
import type { ValueLocation } from './value-location.ts'
import { isLeftOut, zeroOf } from './zero-values.ts'

const OR_ARRAY = '.JSONSchemaPropsOrArray'
const OR_BOOL = '.JSONSchemaPropsOrBool'

/** Why a body cannot be decoded, with the message of Go's decoder. */
export interface DecodeError {
  readonly message: string
}

/** Decodes a value by its type and records errors. */
export class Decoder {
  readonly unknownFields: string[] = []
  readonly #wrongTypes: DecodeError[] = []
  readonly #ends: DecodeError[] = []
  readonly #isUnstructured: boolean

  constructor(isUnstructured: boolean) {
    this.#isUnstructured = isUnstructured
  }

  /**
   * Go continues after a wrong type. An error of a type with its own decoder ends the decoding, and is reported
   * instead.
   */
  get errors(): readonly DecodeError[] {
    return [...this.#ends, ...this.#wrongTypes]
  }

  value(schema: Schema, value: unknown, location: ValueLocation): unknown {
    switch (schema.type) {
      case 'any':
        return value
      case 'array':
        return this.#array(schema, value, location)
      case 'object':
        return this.#object(schema, value, location)
      case 'boolean':
        return typeof value === 'boolean' ? value : this.#wrongType(schema, value, location)
      case 'string':
        return this.#text(schema, value, location)
      case 'number':
        return typeof value === 'number' ? value : this.#wrongType(schema, value, location)
      default:
        return this.#integer(schema, value, location)
    }
  }

  #array(schema: Schema, value: unknown, location: ValueLocation): unknown {
    const { items } = schema
    if (!Array.isArray(value)) return this.#wrongType(schema, value, location)
    if (!items) return value
    return value.map((item: unknown, index) => this.#inner(items, item, location.inner(schema, index)))
  }

  /** A list item or map value, which is kept if it is null. */
  #inner(schema: Schema, value: unknown, location: ValueLocation): unknown {
    return value === null && schema.type !== 'any' ? zeroOf(schema) : this.value(schema, value, location)
  }

  #object(schema: Schema, value: unknown, location: ValueLocation): unknown {
    const { properties, additionalProperties, preservesUnknown, typeName } = schema
    if (!isObject(value)) return this.#wrongType(schema, value, location)
    if (properties) return this.#struct(schema, properties, value, location)
    if (additionalProperties) return this.#map(schema, additionalProperties, value, location)
    if (preservesUnknown || typeName === undefined) return value
    return this.#struct(schema, new Map(), value, location)
  }

  #struct(
    schema: Schema,
    properties: ReadonlyMap<string, Schema>,
    value: JsonObject,
    location: ValueLocation,
  ): JsonObject {
    const struct: Record<string, unknown> = {}
    for (const [name, member] of Object.entries(value)) {
      const type = properties.get(name)
      if (!type) {
        this.unknownFields.push(location.inner(schema, name).path)
      } else if (member !== null) {
        const decoded = this.#member(schema, type, member, location.inner(schema, name))
        if (decoded !== undefined && !isLeftOut(schema, name, type, decoded)) struct[name] = decoded
      }
    }
    return struct
  }

  /** OpenAPI does not specify the type of a schema within a schema: it is the type of the enclosing one. */
  #member(owner: Schema, type: Schema, value: unknown, location: ValueLocation): unknown {
    if (type.typeName?.endsWith(OR_ARRAY)) {
      if (Array.isArray(value)) return value.map(item => this.#schemaWithin(owner, item, location))
      // Other values decode as no schema.
      return isObject(value) ? this.#schemaWithin(owner, value, location) : undefined
    }
    if (!type.typeName?.endsWith(OR_BOOL) || typeof value === 'boolean')
      return this.value(type, value, location)
    if (isObject(value)) return this.#schemaWithin(owner, value, location)
    this.#decodersOwn.push({ message: 'boolean or JSON schema expected' })
    return null
  }

  /** The decoder of this type does not report unknown members. */
  #schemaWithin(owner: Schema, value: unknown, location: ValueLocation): unknown {
    const reported = this.unknownFields.length
    const decoded = this.#inner(owner, value, location)
    this.unknownFields.length = reported
    return decoded
  }

  #map(schema: Schema, values: Schema, value: JsonObject, location: ValueLocation): JsonObject {
    const map: Record<string, unknown> = {}
    for (const [name, member] of Object.entries(value)) {
      setMember(map, name, this.#inner(values, member, location.inner(schema, name)))
    }
    return map
  }

  #integer(schema: Schema, value: unknown, location: ValueLocation): unknown {
    if (schema.type === 'int-or-string' && typeof value === 'string') return value
    if (typeof value !== 'number') return this.#wrongType(schema, value, location)
    const limit = schema.format === 'int64' ? 2 ** 63 : 2 ** 31
    if (Number.isInteger(value) && value < limit && value >= -limit) return value
    // Without JSON, a number that is too large overflows.
    if (this.#isUnstructured && Number.isInteger(value)) return wrapped(value)
    return this.#wrongType(schema, value, location)
  }

  #text(schema: Schema, value: unknown, location: ValueLocation): unknown {
    if (schema.format === 'quantity')
      return this.#canonical(this.#decodersOwn, () => canonicalQuantity(textOf(value)))
    if (typeof value !== 'string') return this.#wrongType(schema, value, location)
    if (schema.format === 'byte') return this.#base64(value)
    if (schema.format !== 'date-time') return value
    const isMicro = schema.typeName?.endsWith('.MicroTime')
    return this.#canonical(this.#decodersOwn, () =>
      isMicro ? canonicalMicroTime(value) : canonicalTime(value),
    )
  }

  #base64(value: string): unknown {
    const prefix = this.#isUnstructured ? 'error decoding from json: ' : ''
    return this.#canonical(this.#wrongTypes, () => canonicalBase64(value), prefix)
  }

  /** Without JSON, every error ends the decoding. */
  get #decodersOwn(): DecodeError[] {
    return this.#isUnstructured ? this.#wrongTypes : this.#ends
  }

  #canonical(errors: DecodeError[], canonical: () => string, prefix = ''): unknown {
    try {
      return canonical()
    } catch (error) {
      errors.push({ message: prefix + errorMessage(error) })
      return null
    }
  }

  #wrongType(schema: Schema, value: unknown, location: ValueLocation): null {
    const message = this.#isUnstructured
      ? unstructuredWrongType(schema, value)
      : jsonWrongType(schema, value, location)
    const errors = readsItself(schema) ? this.#decodersOwn : this.#wrongTypes
    errors.push({ message })
    return null
  }
}

/** A number truncated to 32 bits. */
const wrapped = (value: number): number => Number(BigInt.asIntN(32, BigInt(value)))

/** A quantity is parsed from any JSON value. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
