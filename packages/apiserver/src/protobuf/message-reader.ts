import { setMember } from '../json/set-member.ts'
import type { Schema } from '../schema/schema.ts'
import type { FieldTable } from './field-table.ts'
import { specialReader } from './special-types.ts'
import { bytesIn, type Field, fieldsIn, numberIn, textIn, WireError } from './wire.ts'

type Members = Record<string, unknown>

/** Decodes protobuf messages of the API's types to their JSON form. */
export class MessageReader {
  readonly #table: FieldTable

  constructor(table: FieldTable) {
    this.#table = table
  }

  /** Decodes an object of a named type. Throws a WireError. */
  read(schema: Schema, bytes: Uint8Array): Members {
    const members: Members = {}
    this.#readInto(members, schema, schema.typeName ?? '', bytes)
    return members
  }

  #readInto(members: Members, schema: Schema, typeName: string, bytes: Uint8Array): void {
    const table = this.#table.membersOf(typeName)
    for (const field of fieldsIn(bytes)) {
      const member = table.get(field.number)
      // Unknown fields, from newer versions, are skipped.
      if (member?.inlined) this.#readInto(members, schema, member.inlined, bytesIn(field))
      else if (member) this.#readMember(members, schema, member.name, field)
    }
  }

  #readMember(members: Members, schema: Schema, name: string, field: Field): void {
    const type = schema.properties?.get(name)
    if (!type) return
    if (type.items) {
      const item = this.#value(type.items, field)
      const before = members[name]
      if (Array.isArray(before)) before.push(item)
      else members[name] = [item]
    } else if (type.additionalProperties) {
      const before = members[name]
      const map = isMembers(before) ? before : {}
      members[name] = map
      this.#readEntry(map, type.additionalProperties, field)
    } else {
      const value = this.#value(type, field)
      // A member that is not a pointer is always sent; in JSON its zero value is omitted.
      const isKept = schema.pointers?.has(name) || schema.required?.includes(name)
      if (isKept || !isZero(value)) members[name] = value
    }
  }

  /** Decodes a map entry, a message with key and value. */
  #readEntry(map: Members, type: Schema, field: Field): void {
    let key = ''
    let value: unknown = type.type === 'string' ? '' : undefined
    for (const part of fieldsIn(bytesIn(field))) {
      if (part.number === 1) key = textIn(part)
      else value = this.#value(type, part)
    }
    if (value !== undefined) setMember(map, key, value)
  }

  #value(type: Schema, field: Field): unknown {
    const special = type.typeName === undefined ? undefined : specialReader(type.typeName)
    if (special) return special(bytesIn(field))
    switch (type.type) {
      case 'string':
        return type.format === 'byte' ? base64(bytesIn(field)) : textIn(field)
      case 'integer':
      case 'number':
        return numberIn(field)
      case 'boolean':
        return numberIn(field) !== 0
      case 'array':
        return this.#wrapped(type, bytesIn(field))
      case 'object':
        return this.read(type, bytesIn(field))
      default:
        throw new WireError(`${type.typeName ?? type.type} cannot be read from protobuf`)
    }
  }

  /** A list in a map or list is a message whose only field holds the items. */
  #wrapped({ items }: Schema, bytes: Uint8Array): unknown {
    return items ? [...fieldsIn(bytes)].map(field => this.#value(items, field)) : []
  }
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isZero(value: unknown): boolean {
  return value === undefined || value === '' || value === 0 || value === false
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
