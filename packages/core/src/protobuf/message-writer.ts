import { decodeBase64 } from '../base64/base64.ts'
import { malformed } from './malformed.ts'
import type { Member, MessageTable, ScalarType } from './message-table.ts'
import { timeParts } from './special-values.ts'
import { concatenated, WireWriter } from './wire-writer.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * Converts objects to protobuf messages as Go writes them: values that are no pointers are written even if they are zero. Throws
 * a ProtocolError for a value that its member cannot have.
 */
export class MessageWriter {
  readonly #table: MessageTable

  constructor(table: MessageTable) {
    this.#table = table
  }

  write(index: number, members: Members): Uint8Array {
    const wire = new WireWriter()
    for (const member of this.#table.message(index).members) if (member) this.#member(wire, member, members)
    return wire.bytes()
  }

  #member(wire: WireWriter, member: Member, members: Members): void {
    const { number, name, container, type, rule } = member
    if (rule === 'inline') {
      wire.chunk(number, this.#message(type, members))
      return
    }
    const value = Object.hasOwn(members, name) ? members[name] : undefined
    switch (container) {
      case 'one':
        if (value !== undefined && value !== null) this.#value(wire, number, type, value)
        else if (isAlwaysWritten(member)) this.#zero(wire, number, type)
        return
      case 'list':
        for (const item of listOf(value, name)) this.#value(wire, number, type, item)
        return
      case 'wrapped list':
        if (value !== undefined && value !== null) wire.chunk(number, this.#wrapped(type, value, name))
        return
      default:
        for (const key of Object.keys(membersOf(value ?? {}, name)).toSorted(byUtf8))
          wire.chunk(number, this.#entry(member, key, membersOf(value, name)[key]))
    }
  }

  #entry({ type, container, name }: Member, key: string, value: unknown): Uint8Array {
    const entry = new WireWriter()
    entry.text(1, key)
    if (container === 'map of lists') entry.chunk(2, this.#wrapped(type, value, name))
    else if (value !== null) this.#value(entry, 2, type, value)
    else if (type !== 'bytes') this.#zero(entry, 2, type)
    return entry.bytes()
  }

  #wrapped(type: Member['type'], value: unknown, name: string): Uint8Array {
    const items = new WireWriter()
    for (const item of listOf(value, name)) this.#value(items, 1, type, item)
    return items.bytes()
  }

  #message(type: Member['type'], value: unknown): Uint8Array {
    return typeof type === 'number' ? this.write(type, membersOf(value, 'a message')) : new Uint8Array()
  }

  #value(wire: WireWriter, number: number, type: Member['type'], value: unknown): void {
    switch (type) {
      case 'string':
        wire.text(number, textOf(value))
        break
      case 'bytes':
        wire.chunk(number, bytesOf(value))
        break
      case 'bool':
        wire.varint(number, value === true ? 1 : 0)
        break
      case 'int':
        wire.varint(number, numberOf(value))
        break
      case 'double':
        wire.double(number, numberOf(value))
        break
      default:
        wire.chunk(number, typeof type === 'number' ? this.#message(type, value) : this.#special(type, value))
    }
  }

  #zero(wire: WireWriter, number: number, type: Member['type']): void {
    if (type === 'string') wire.text(number, '')
    else if (type === 'double') wire.double(number, 0)
    else if (type === 'bool' || type === 'int') wire.varint(number, 0)
    else if (typeof type === 'number') wire.chunk(number, this.write(type, {}))
    else if (type !== 'bytes') wire.chunk(number, this.#special(type, ZEROS[type]))
  }

  #special(type: Special, value: unknown): Uint8Array {
    const wire = new WireWriter()
    switch (type) {
      case 'time':
      case 'microTime':
        if (value !== null)
          for (const [index, part] of timeParts(textOf(value)).entries()) wire.varint(index + 1, part)
        break
      case 'quantity':
        wire.text(1, typeof value === 'number' ? String(value) : textOf(value))
        break
      case 'intOrString':
        wire.varint(1, typeof value === 'string' ? 1 : 0)
        wire.varint(2, typeof value === 'string' ? 0 : numberOf(value))
        wire.text(3, typeof value === 'string' ? value : '')
        break
      case 'raw':
        if (value !== null) wire.text(1, JSON.stringify(value))
        break
      default:
        this.#schema(wire, type, value)
    }
    return wire.bytes()
  }

  #schema(wire: WireWriter, type: Special, value: unknown): void {
    const index = this.#table.indexOf('apiextensions.k8s.io/v1', 'JSONSchemaProps') ?? -1
    const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (type === 'schemaOrBool') wire.varint(1, value === false ? 0 : 1)
    if (isSchema) wire.chunk(type === 'schemaOrBool' ? 2 : 1, this.write(index, value as Members))
    else if (Array.isArray(value))
      for (const item of value) this.#value(wire, 2, type === 'schemaOrList' ? index : 'string', item)
  }
}

type Special = Exclude<ScalarType, 'string' | 'bytes' | 'bool' | 'int' | 'double'>

const ZEROS: Readonly<Record<Special, unknown>> = {
  ...{ time: null, microTime: null, quantity: '0', intOrString: 0, raw: null },
  ...{ schemaOrList: null, schemaOrBool: false, schemaOrStrings: null },
}

const isAlwaysWritten = ({ rule, type, isRemoved }: Member): boolean =>
  !isRemoved && type !== 'bytes' && (rule === 'omit' || rule === 'keep' || rule === 'sent')

/** The envelope (runtime.Unknown) around a message. */
export function enveloped(apiVersion: string, kind: string, message: Uint8Array): Uint8Array {
  const type = new WireWriter()
  type.text(1, apiVersion)
  type.text(2, kind)
  const envelope = new WireWriter()
  envelope.chunk(1, type.bytes())
  envelope.chunk(2, message)
  // contentEncoding and contentType.
  envelope.text(3, '')
  envelope.text(4, '')
  return concatenated([new Uint8Array([0x6b, 0x38, 0x73, 0x00]), envelope.bytes()])
}

/** The length of a WatchEvent in four bytes, and the event. Its object is whole, with an envelope. */
export function watchFrame(type: string, object: Uint8Array): Uint8Array {
  const raw = new WireWriter()
  raw.chunk(1, object)
  const event = new WireWriter()
  event.text(1, type)
  event.chunk(2, raw.bytes())
  const bytes = event.bytes()
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return concatenated([length, bytes])
}

const utf8 = /* @__PURE__ */ new TextEncoder()

/** Go sorts the keys of maps by their bytes. */
function byUtf8(a: string, b: string): number {
  const [left, right] = [utf8.encode(a), utf8.encode(b)]
  const at = left.findIndex((byte, index) => byte !== right[index])
  return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1)
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw malformed(`protobuf: ${name} is no list`)
  return value
}

function membersOf(value: unknown, name: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed(`protobuf: ${name} is no object`)
  return value as Members
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw malformed(`protobuf: ${typeof value} in place of a string`)
  return value
}

function bytesOf(value: unknown): Uint8Array {
  const bytes = decodeBase64(textOf(value))
  if (!bytes) throw malformed('bytes that are not base64')
  return bytes
}

function numberOf(value: unknown): number {
  if (typeof value !== 'number') throw malformed(`protobuf: ${typeof value} in place of a number`)
  return value
}
