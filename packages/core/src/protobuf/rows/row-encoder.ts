import { NAME, NAMESPACE, RESOURCE_VERSION, UID } from '../../json/identifying-members.ts'
import type { Row } from '../../row/row.ts'
import { MAGIC, RAW, TYPE_META, type TypeMeta, WANTED } from '../envelope.ts'
import { malformed } from '../malformed.ts'
import type { MessageTable } from '../message-table.ts'
import { BYTES, WireReader } from '../wire-reader.ts'
import type { Allocate } from './body-buffers.ts'
import { core } from './core.ts'
import { cutsAlways, type FieldPlan, type MessagePlan, planMessage, stepOf } from './message-plan.ts'
import { varintSize, writeVarint } from './varint.ts'
import { planWanted, type Wanted, wantedText } from './wanted.ts'

/** In {@link RowEncoder}, precedes the length of a message that became shorter. */
const LENGTH = -1
/** Longer parts are copied by the runtime. */
const SHORT = 64

/**
 * Makes rows of protobuf messages: the identity as plain fields, and a body that is the envelope of the message without the
 * unwanted fields. What is kept is copied, and nothing else is read than the fields on the way to what is cut.
 */
export class RowEncoder {
  readonly #allocate: Allocate
  readonly #plan: MessagePlan
  readonly #head: Uint8Array
  readonly #wire = new WireReader()
  /** The ranges of the identifying members: pairs of from and to. */
  readonly #found = new Uint32Array(2 * 7)
  /** The message that is kept: pairs of from and to, or of {@link LENGTH} and a length. */
  readonly #parts: number[] = []

  constructor(table: MessageTable, type: TypeMeta, wanted: Wanted, allocate: Allocate) {
    this.#allocate = allocate
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
      namespace: this.#text(NAMESPACE, true),
      uid: this.#text(UID),
      resourceVersion: this.#text(RESOURCE_VERSION),
    }
    return core.createRow(identity, this.#body(bytes, length))
  }

  /** Collects the parts of a message that are kept, up to `end`; returns their length. */
  #walk(plan: MessagePlan, end: number): number {
    const wire = this.#wire
    let length = 0
    // Fields that follow each other are kept as one part.
    let begin = wire.at
    while (wire.at < end) {
      const from = wire.at
      const tag = wire.tag(end)
      const field = plan.fields[tag >>> 3]
      if ((tag & 7) !== BYTES || !field) {
        // An identifying member of another type is an error of the reader.
        wire.skip(tag & 7, end)
        if (!(field ? field.cut : plan.cutsRest)) continue
      } else {
        const tagEnd = wire.at
        const to = wire.enter(end)
        if (!this.#isCut(field, to)) {
          if (!field.below) wire.at = to
          else {
            const kept = this.#message(field.below, begin, tagEnd, to)
            length += kept
            if (kept > 0) begin = to
          }
          continue
        }
        wire.at = to
      }
      length += this.#keep(begin, from)
      begin = wire.at
    }
    return length + this.#keep(begin, end)
  }

  /** Whether a field that the plan names is cut. Its content is from where the reader is to `to`. */
  #isCut({ cut, finds, entries }: FieldPlan, to: number): boolean {
    const wire = this.#wire
    const content = wire.at
    if (finds !== -1) {
      this.#found[2 * finds] = content
      this.#found[2 * finds + 1] = to
    }
    if (!entries) return cut
    const key = wire.lastText(1, content, to)
    wire.at = content
    return cut || stepOf(entries, key).cut
  }

  /**
   * A message of which parts may be cut, with the part before it that begins at `begin`; returns the length of both. Returns 0
   * without a cut: then the message belongs to that part.
   */
  #message(plan: MessagePlan, begin: number, tagEnd: number, to: number): number {
    const parts = this.#parts
    const before = parts.length
    const content = this.#wire.at
    parts.push(begin, tagEnd, LENGTH, 0)
    const length = this.#walk(plan, to)
    if (length === to - content) {
      parts.length = before
      return 0
    }
    parts[before + 3] = length
    return tagEnd - begin + varintSize(length) + length
  }

  #keep(from: number, to: number): number {
    if (from < to) this.#parts.push(from, to)
    return to - from
  }

  #body(bytes: Uint8Array, length: number): Uint8Array {
    const parts = this.#parts
    const head = this.#head
    const body = this.#allocate(head.length + varintSize(length) + length)
    let at = writeVarint(body, copyPart(head, 0, head.length, body, 0), length)
    for (let index = 0; index < parts.length; index += 2) {
      const from = parts[index] ?? 0
      const to = parts[index + 1] ?? 0
      if (from === LENGTH) at = writeVarint(body, at, to)
      else at = copyPart(bytes, from, to, body, at)
    }
    return body
  }

  /** The text of an identifying member; '' if it is missing. */
  #text(finds: number, isRepeated = false): string {
    const wire = this.#wire
    wire.at = this.#found[2 * finds] ?? 0
    return wire.text(this.#found[2 * finds + 1] ?? 0, isRepeated)
  }
}

/** Copies a part of the bytes; returns the offset after it. */
function copyPart(bytes: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
  const end = at + to - from
  if (end - at > SHORT) target.set(bytes.subarray(from, to), at)
  // A view is an object, which takes longer than a few bytes.
  else for (let next = at; next < end; next++) target[next] = bytes[from + next - at] ?? 0
  return end
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
