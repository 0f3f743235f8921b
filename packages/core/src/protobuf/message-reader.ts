import { bytesAsText } from './bytes-as-text.ts'
import { malformed } from './malformed.ts'
import { isAlways, type Member, type Message, type MessageTable, type ScalarType } from './message-table.ts'
import { setMember } from './set-member.ts'
import { parseRaw, timeText } from './special-values.ts'
import { BYTES, FIXED_64, VARINT, type WireReader } from './wire-reader.ts'

type Members = Record<string, unknown>

/** The tags of the fields of a time. */
const SECONDS = 1 * 8 + VARINT
const NANOSECONDS = 2 * 8 + VARINT

/** Only `JSONSchemaProps` contains itself. */
const MAX_DEPTH = 500

/**
 * Converts protobuf messages to the values that `JSON.parse` returns for the JSON of the same server. Reads from a wire reader,
 * which may have other bytes each time.
 */
export class MessageReader {
  readonly #table: MessageTable
  readonly #wire: WireReader
  #depth = 0

  constructor(table: MessageTable, wire: WireReader) {
    this.#table = table
    this.#wire = wire
  }

  /** Reads the message in a part of the reader's bytes into `members`. Throws a ProtocolError. */
  read(index: number, from: number, to: number, members: Members = {}): Members {
    this.#wire.at = from
    this.#depth = 0
    return this.#message(index, to, members)
  }

  /** Reads one member of the message in a part of the bytes; undefined if JSON does not have it. */
  readMember(member: Member, from: number, to: number): unknown {
    const wire = this.#wire
    const members: Members = {}
    wire.at = from
    this.#depth = 0
    while (wire.at < to) {
      const tag = wire.tag(to)
      if (tag >>> 3 === member.number) this.#member(members, member, tag & 7, to)
      else wire.skip(tag & 7, to)
    }
    if (Object.hasOwn(members, member.name)) return members[member.name]
    return isAlways(member) ? this.#absent(member) : undefined
  }

  #message(index: number, end: number, members: Members = {}): Members {
    if (++this.#depth > MAX_DEPTH) throw malformed('protobuf: nested too deeply')
    const message = this.#table.message(index)
    this.#readInto(members, message, end)
    // No member has an inherited name, and none is undefined.
    for (const member of message.always)
      if (members[member.name] === undefined) members[member.name] = this.#absent(member)
    this.#depth--
    return members
  }

  #readInto(members: Members, message: Message, end: number): void {
    const wire = this.#wire
    const known = message.members
    while (wire.at < end) {
      const tag = wire.tag(end)
      const member = known[tag >>> 3]
      // Fields of newer servers are skipped.
      if (!member) wire.skip(tag & 7, end)
      else if (member.isText) {
        // Most members are texts.
        const text = this.#text(tag & 7, end)
        if (text !== '' || member.rule !== 'omit') members[member.name] = text
      } else this.#member(members, member, tag & 7, end)
    }
  }

  #member(members: Members, member: Member, wireType: number, end: number): void {
    const { name, container, type } = member
    switch (container) {
      case 'one':
        if (member.rule === 'inline') this.#inline(members, member, wireType, end)
        else this.#set(members, member, this.#value(type, wireType, end))
        return
      case 'list':
        this.#item(listIn(members, name), member, wireType, end)
        return
      case 'wrapped list':
        members[name] = this.#wrapped(type, wireType, end)
        return
      default:
        this.#entry(mapIn(members, name), member, wireType, end)
    }
  }

  #inline(members: Members, { type }: Member, wireType: number, end: number): void {
    const stop = this.#enter(wireType, end)
    if (typeof type === 'number') this.#readInto(members, this.#table.message(type), stop)
  }

  #set(members: Members, { name, rule }: Member, value: unknown): void {
    if (rule !== 'omit' || !isZero(value)) members[name] = value
  }

  #item(list: unknown[], { type, hasType }: Member, wireType: number, end: number): void {
    if (wireType === BYTES && type === 'int') {
      // Packed numbers, which a reader must accept.
      const stop = this.#enter(wireType, end)
      while (this.#wire.at < stop) list.push(this.#wire.int64(stop))
      return
    }
    const item = this.#value(type, wireType, end)
    list.push(hasType && typeof type === 'number' ? { ...this.#typeOf(type), ...(item as Members) } : item)
  }

  #typeOf(index: number): Members {
    const { name, apiVersion } = this.#table.message(index)
    return { kind: name, apiVersion }
  }

  /** A map entry is a message with key and value. */
  #entry(map: Members, { type, container }: Member, wireType: number, end: number): void {
    const stop = this.#enter(wireType, end)
    let key = ''
    let value: unknown
    while (this.#wire.at < stop) {
      const tag = this.#wire.tag(stop)
      if (tag >>> 3 === 1) key = this.#text(tag & 7, stop)
      else if (tag >>> 3 !== 2) this.#wire.skip(tag & 7, stop)
      else if (container === 'map of lists') value = this.#wrapped(type, tag & 7, stop)
      else value = this.#value(type, tag & 7, stop)
    }
    value ??= container === 'map of lists' ? [] : this.#zeroOf(type)
    setMember(map, key, value)
  }

  /** A list with a type of its own is a message with the items. */
  #wrapped(type: Member['type'], wireType: number, end: number): unknown[] {
    const stop = this.#enter(wireType, end)
    const items: unknown[] = []
    while (this.#wire.at < stop) {
      const tag = this.#wire.tag(stop)
      if (tag >>> 3 === 1) items.push(this.#value(type, tag & 7, stop))
      else this.#wire.skip(tag & 7, stop)
    }
    return items
  }

  #value(type: Member['type'], wireType: number, end: number): unknown {
    switch (type) {
      case 'string':
        return this.#text(wireType, end)
      case 'int':
        return this.#int(wireType, end)
      case 'bool':
        return this.#int(wireType, end) !== 0
      case 'double':
        if (wireType !== FIXED_64) throw wrongType()
        return this.#wire.double(end)
      case 'bytes':
        return this.#bytes(wireType, end)
      default: {
        const stop = this.#enter(wireType, end)
        return typeof type === 'number' ? this.#message(type, stop) : this.#special(type, stop)
      }
    }
  }

  /** The seconds and nanoseconds of a time as its text. The zero time of Go has neither, and 1970 has both. */
  #time(end: number, digits: 0 | 6): string | null {
    const wire = this.#wire
    if (wire.at === end) return null
    let seconds = 0
    let nanoseconds = 0
    while (wire.at < end) {
      const tag = wire.tag(end)
      if (tag === SECONDS) seconds = wire.int64(end)
      else if (tag === NANOSECONDS) nanoseconds = wire.int64(end)
      else if (tag >>> 3 < 3) throw wrongType()
      else wire.skip(tag & 7, end)
    }
    return timeText(seconds, nanoseconds, digits)
  }

  #special(type: SpecialType, end: number): unknown {
    if (type === 'time') return this.#time(end, 0)
    if (type === 'microTime') return this.#time(end, 6)
    const parts = this.#parts(type, end)
    const [first, second, third] = parts
    switch (type) {
      case 'quantity':
        return first || '0'
      case 'intOrString':
        return first === 1 ? (third ?? '') : (second ?? 0)
      case 'raw':
        return first === undefined || first === '' ? null : parseRaw(String(first))
      case 'schemaOrList':
      case 'schemaOrStrings':
        return second ?? first ?? null
      case 'schemaOrBool':
        return second ?? (first ?? 0) !== 0
    }
  }

  /** The first three fields of a special type. */
  #parts(type: ScalarType, end: number): readonly unknown[] {
    const parts: unknown[] = []
    while (this.#wire.at < end) {
      const tag = this.#wire.tag(end)
      const index = (tag >>> 3) - 1
      if (index > 2) this.#wire.skip(tag & 7, end)
      else if ((tag & 7) === VARINT) parts[index] = this.#wire.int64(end)
      else if (type.startsWith('schema'))
        parts[index] = this.#schemaPart(type, index, parts[index], tag & 7, end)
      else parts[index] = this.#text(tag & 7, end)
    }
    return parts
  }

  /** A part that is a schema, or one of a list. */
  #schemaPart(type: ScalarType, index: number, before: unknown, wireType: number, end: number): unknown {
    const isSchema = index === 0 || type !== 'schemaOrStrings'
    const value = this.#value(isSchema ? this.#schemaIndex() : 'string', wireType, end)
    if (index === 0 || type === 'schemaOrBool') return value
    return [...(Array.isArray(before) ? before : []), value]
  }

  #schemaIndex(): number {
    const index = this.#table.indexOf('apiextensions.k8s.io/v1', 'JSONSchemaProps')
    if (index === undefined) throw malformed('protobuf: the schemas are unknown')
    return index
  }

  #int(wireType: number, end: number): number {
    if (wireType !== VARINT) throw wrongType()
    return this.#wire.int64(end)
  }

  #text(wireType: number, end: number): string {
    return this.#wire.text(this.#enter(wireType, end))
  }

  #bytes(wireType: number, end: number): string {
    const stop = this.#enter(wireType, end)
    const text = bytesAsText(this.#wire.bytes.subarray(this.#wire.at, stop))
    this.#wire.at = stop
    return text
  }

  #enter(wireType: number, end: number): number {
    if (wireType !== BYTES) throw wrongType()
    return this.#wire.enter(end)
  }

  /** What JSON has for a member that is always there. */
  #absent({ type, container, rule }: Member): unknown {
    return container === 'one' && rule !== 'null' ? this.#zeroOf(type) : null
  }

  #zeroOf(type: Member['type']): unknown {
    const { at } = this.#wire
    if (typeof type === 'number') return this.#message(type, at)
    // A special type without fields has its zero value.
    return ZEROS[type as keyof typeof ZEROS] ?? this.#special(type as SpecialType, at)
  }
}

/** The types that are no messages in the table. */
type SpecialType = Exclude<ScalarType, keyof typeof ZEROS>

const ZEROS = { string: '', bytes: '', bool: false, int: 0, double: 0 }

const isZero = (value: unknown): boolean => value === '' || value === 0 || value === false || value === null

function listIn(members: Members, name: string): unknown[] {
  const before = members[name]
  if (Array.isArray(before)) return before
  const list: unknown[] = []
  members[name] = list
  return list
}

function mapIn(members: Members, name: string): Members {
  const before = members[name]
  if (typeof before === 'object' && before !== null) return before as Members
  const map: Members = {}
  members[name] = map
  return map
}

const wrongType = () => malformed('protobuf: wrong wire type')
