import { decodeBase64 } from '../base64/base64.ts'
import { malformed } from './malformed.ts'
import type { Member, MessageTable, ScalarType } from './message-table.ts'
import { timeParts } from './special-values.ts'
import { varintLength, WireWriter } from './wire-writer.ts'

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

  write(index: number, members: Members): Uint8Array<ArrayBuffer> {
    const wire = new WireWriter()
    this.#members(wire, index, members)
    return wire.take()
  }

  #members(wire: WireWriter, index: number, members: Members): void {
    for (const member of this.#table.message(index).members) if (member) this.#member(wire, member, members)
  }

  #member(wire: WireWriter, member: Member, members: Members): void {
    const { number, name, container, type, rule } = member
    if (rule === 'inline') {
      this.#message(wire, number, type, members)
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
        if (value !== undefined && value !== null) this.#wrapped(wire, number, member, value)
        return
      default:
        if (value !== undefined && value !== null) this.#map(wire, member, membersOf(value, name))
    }
  }

  /** Go sorts the keys of maps by their bytes. */
  #map(wire: WireWriter, member: Member, values: Members): void {
    const { number, type, container } = member
    for (const key of Object.keys(values).sort(byUtf8)) {
      const value = values[key]
      const start = wire.begin(number)
      wire.text(1, key)
      if (container === 'map of lists') this.#wrapped(wire, 2, member, value)
      else if (value !== null) this.#value(wire, 2, type, value)
      else if (type !== 'bytes') this.#zero(wire, 2, type)
      wire.end(start)
    }
  }

  #wrapped(wire: WireWriter, number: number, { type, name }: Member, value: unknown): void {
    const start = wire.begin(number)
    for (const item of listOf(value, name)) this.#value(wire, 1, type, item)
    wire.end(start)
  }

  #message(wire: WireWriter, number: number, type: Member['type'], value: unknown): void {
    const start = wire.begin(number)
    if (typeof type === 'number') this.#members(wire, type, membersOf(value, 'a message'))
    wire.end(start)
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
        if (typeof type === 'number') this.#message(wire, number, type, value)
        else this.#special(wire, number, type, value)
    }
  }

  #zero(wire: WireWriter, number: number, type: Member['type']): void {
    if (type === 'string') wire.text(number, '')
    else if (type === 'double') wire.double(number, 0)
    else if (type === 'bool' || type === 'int') wire.varint(number, 0)
    else if (typeof type === 'number') this.#message(wire, number, type, {})
    else if (type !== 'bytes') this.#special(wire, number, type, ZEROS[type])
  }

  #special(wire: WireWriter, number: number, type: Special, value: unknown): void {
    const start = wire.begin(number)
    switch (type) {
      case 'time':
      case 'microTime':
        if (value !== null) {
          const [seconds, nanoseconds] = timeParts(textOf(value))
          wire.varint(1, seconds)
          wire.varint(2, nanoseconds)
        }
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
    wire.end(start)
  }

  #schema(wire: WireWriter, type: Special, value: unknown): void {
    const index = this.#table.indexOf('apiextensions.k8s.io/v1', 'JSONSchemaProps') ?? -1
    const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (type === 'schemaOrBool') wire.varint(1, value === false ? 0 : 1)
    if (isSchema) this.#message(wire, type === 'schemaOrBool' ? 2 : 1, index, value)
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

const MAGIC = /* @__PURE__ */ new Uint8Array([0x6b, 0x38, 0x73, 0x00])

/** The envelope (runtime.Unknown) around a message. */
export function enveloped(apiVersion: string, kind: string, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const wire = new WireWriter()
  beginEnvelope(wire, apiVersion, kind)
  wire.chunk(2, message)
  endEnvelope(wire)
  return wire.take()
}

function beginEnvelope(wire: WireWriter, apiVersion: string, kind: string): void {
  wire.raw(MAGIC)
  const type = wire.begin(1)
  wire.text(1, apiVersion)
  wire.text(2, kind)
  wire.end(type)
}

/** The contentEncoding and the contentType. */
function endEnvelope(wire: WireWriter): void {
  wire.text(3, '')
  wire.text(4, '')
}

/** What is around the items of a list, and of a size that is known before the items are sent. */
export interface ListParts {
  /** The envelope and the metadata. */
  readonly head: Uint8Array<ArrayBuffer>
  /** Precedes each item. */
  itemHead(item: Uint8Array): Uint8Array<ArrayBuffer>
  readonly tail: Uint8Array<ArrayBuffer>
}

/** The envelope around a list whose items are messages already. All lists have their metadata first. */
export function listParts(
  apiVersion: string,
  kind: string,
  metadata: Uint8Array,
  items: readonly Uint8Array[],
): ListParts {
  const wire = new WireWriter()
  const itemHead: ListParts['itemHead'] = ({ length }) => {
    wire.head(2, length)
    return wire.take()
  }
  wire.chunk(1, metadata)
  const first = wire.take()
  const length = items.reduce((sum, item) => sum + 1 + varintLength(item.length) + item.length, first.length)
  beginEnvelope(wire, apiVersion, kind)
  wire.head(2, length)
  wire.raw(first)
  const head = wire.take()
  endEnvelope(wire)
  return { head, itemHead, tail: wire.take() }
}

/** The length of a WatchEvent in four bytes, and the event. Its object is whole, with an envelope. */
export function watchFrame(type: string, object: Uint8Array): Uint8Array<ArrayBuffer> {
  const wire = new WireWriter()
  wire.raw(new Uint8Array(4))
  wire.text(1, type)
  const raw = wire.begin(2)
  wire.chunk(1, object)
  wire.end(raw)
  const frame = wire.take()
  new DataView(frame.buffer).setUint32(0, frame.length - 4)
  return frame
}

const utf8 = /* @__PURE__ */ new TextEncoder()

/** A code unit from here on is a surrogate, or follows them: only such texts have another order in UTF-8. */
const SURROGATES = /[\ud800-\uffff]/

function byUtf8(a: string, b: string): number {
  if (!SURROGATES.test(a) && !SURROGATES.test(b)) return a < b ? -1 : 1
  const [left, right] = [utf8.encode(a), utf8.encode(b)]
  const at = left.findIndex((byte, index) => byte !== right[index])
  return at < 0 ? left.length - right.length : (left[at] as number) - (right[at] ?? -1)
}

function listOf(value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw malformed(`protobuf: ${name} must be a list`)
  return value
}

function membersOf(value: unknown, name: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed(`protobuf: ${name} must be an object`)
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
