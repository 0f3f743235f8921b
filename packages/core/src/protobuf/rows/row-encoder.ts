import { NAME, NAMESPACE, RESOURCE_VERSION, UID } from '../../json/identifying-members.ts'
import type { Row } from '../../row/row.ts'
import { MAGIC, RAW, TYPE_META, type TypeMeta, WANTED } from '../envelope.ts'
import { malformed } from '../malformed.ts'
import type { MessageTable } from '../message-table.ts'
import { BYTES, WireReader } from '../wire-reader.ts'
import { core } from './core.ts'
import { cutsAlways, type FieldPlan, type MessagePlan, planMessage, stepOf } from './message-plan.ts'
import { varintSize, writeVarint } from './varint.ts'
import { planWanted, type Wanted, wantedText } from './wanted.ts'

/** In {@link RowEncoder}, precedes the length of a message that became shorter. */
const LENGTH = -1

/**
 * Makes rows of protobuf messages: the identity as plain fields, and a body that is the envelope of the message without the
 * unwanted fields. What is kept is copied, and nothing else is read than the fields on the way to what is cut.
 */
export class RowEncoder {
  readonly #plan: MessagePlan
  readonly #head: Uint8Array
  readonly #wire = new WireReader()
  readonly #intern = core.interner()
  /** The ranges of the identifying members: pairs of from and to. */
  readonly #found = new Uint32Array(2 * 7)
  /** The message that is kept: pairs of from and to, or of {@link LENGTH} and a length. */
  readonly #parts: number[] = []

  constructor(table: MessageTable, type: TypeMeta, wanted: Wanted) {
    const index = table.knownKind(type)
    const plan = planWanted(wanted)
    this.#plan = planMessage(table, index, plan)
    this.#head = envelopeHead(type, cutsAlways(table, index, plan) ? wantedText(wanted) : '')
  }

  /** The row of the message in a part of the bytes. Throws a ProtocolError. */
  encode<T>(bytes: Uint8Array, from: number, to: number): Row<T> {
    const wire = this.#wire
    wire.bytes = bytes
    wire.at = from
    this.#parts.length = 0
    this.#found.fill(0)
    const length = this.#walk(this.#plan, to)
    const name = this.#text(NAME)
    if (name === '') throw malformed(`an object without metadata.name (${to - from} bytes)`)
    const identity = {
      name,
      namespace: this.#intern(this.#text(NAMESPACE)),
      uid: this.#text(UID),
      resourceVersion: this.#text(RESOURCE_VERSION),
    }
    return core.createRow(identity, this.#body(bytes, length))
  }

  /** Collects the parts of a message that are kept, up to `end`; returns their length. */
  #walk(plan: MessagePlan, end: number): number {
    const wire = this.#wire
    let length = 0
    while (wire.at < end) {
      const from = wire.at
      const tag = wire.tag(end)
      const tagEnd = wire.at
      const field = plan.fields[tag >>> 3]
      if (field && (tag & 7) === BYTES) length += this.#field(field, from, tagEnd, wire.enter(end))
      else {
        // An identifying member of another type is an error of the reader.
        wire.skip(tag & 7, end)
        const isCut = field ? field.cut : plan.cutsRest
        if (!isCut) length += this.#keep(from, wire.at)
      }
    }
    return length
  }

  /** A field that the plan names, whose content is from where the reader is to `end`. */
  #field({ cut, finds, below, entries }: FieldPlan, from: number, tagEnd: number, end: number): number {
    const wire = this.#wire
    const content = wire.at
    if (finds !== -1) {
      this.#found[2 * finds] = content
      this.#found[2 * finds + 1] = end
    }
    const isCut = cut || (entries !== undefined && stepOf(entries, wire.lastText(1, content, end)).cut)
    wire.at = content
    if (below && !isCut) return this.#message(below, from, tagEnd, end)
    wire.at = end
    return isCut ? 0 : this.#keep(from, end)
  }

  /** A message of which parts may be cut. Without a cut it is kept as one part. */
  #message(plan: MessagePlan, from: number, tagEnd: number, end: number): number {
    const parts = this.#parts
    const content = this.#wire.at
    const before = parts.length
    const kept = this.#keep(from, tagEnd)
    const isJoined = parts.length === before
    const lengthAt = parts.length
    parts.push(LENGTH, 0)
    const length = this.#walk(plan, end)
    if (length === end - content) {
      parts.length = before
      if (isJoined) parts[before - 1] = end
      else parts.push(from, end)
      return end - from
    }
    parts[lengthAt + 1] = length
    return kept + varintSize(length) + length
  }

  #keep(from: number, to: number): number {
    const parts = this.#parts
    // A length is no offset, and LENGTH precedes it.
    if (parts[parts.length - 1] === from && parts[parts.length - 2] !== LENGTH) parts[parts.length - 1] = to
    else parts.push(from, to)
    return to - from
  }

  #body(bytes: Uint8Array, length: number): Uint8Array {
    const parts = this.#parts
    const head = this.#head
    const body = new Uint8Array(head.length + varintSize(length) + length)
    body.set(head)
    let at = writeVarint(body, head.length, length)
    for (let index = 0; index < parts.length; index += 2) {
      const from = parts[index] ?? 0
      const to = parts[index + 1] ?? 0
      if (from === LENGTH) at = writeVarint(body, at, to)
      else {
        body.set(bytes.subarray(from, to), at)
        at += to - from
      }
    }
    return body
  }

  /** The text of an identifying member; '' if it is missing. */
  #text(finds: number): string {
    const wire = this.#wire
    wire.at = this.#found[2 * finds] ?? 0
    return wire.text(this.#found[2 * finds + 1] ?? 0)
  }
}

/** The envelope of a body up to the length of its message. */
function envelopeHead({ apiVersion, kind }: TypeMeta, wanted: string): Uint8Array {
  const utf8 = new TextEncoder()
  const type = [...field(1, utf8.encode(apiVersion)), ...field(2, utf8.encode(kind))]
  const cuts = wanted === '' ? [] : field(WANTED, utf8.encode(wanted))
  return Uint8Array.from([...MAGIC, ...field(TYPE_META, type), ...cuts, RAW * 8 + BYTES])
}

function field(number: number, content: ArrayLike<number>): readonly number[] {
  const size = new Uint8Array(varintSize(content.length))
  writeVarint(size, 0, content.length)
  return [number * 8 + BYTES, ...size, ...Array.from(content)]
}
