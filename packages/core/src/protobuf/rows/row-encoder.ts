import type { Row, RowBody } from '../../api/row.ts'
import type { DecoderOptions } from '../../json/wanted-paths.ts'
import { MAGIC, RAW, TYPE_META, type TypeMeta, WANTED } from '../envelope.ts'
import { malformed } from '../malformed.ts'
import type { MessageTable } from '../message-table.ts'
import { BYTES, type WireReader } from '../wire-reader.ts'
import type { BodyBuffers } from './body-buffers.ts'
import { core } from './core.ts'
import { cutsAlways, type FieldPlan, type MessagePlan, planMessage, stepOf } from './message-plan.ts'
import { varintSize, writeVarint } from './varint.ts'

/** In {@link RowEncoder}, precedes the length of a message that became shorter. */
const LENGTH = -1
/** Longer parts are copied by the runtime. */
const SHORT = 64

/** What the encoders of one connection share. */
export interface EncoderParts {
  readonly table: MessageTable
  readonly wire: WireReader
  readonly buffers: BodyBuffers
}

/**
 * Makes rows of protobuf messages: the identity as plain fields, and a body that is the envelope of the message without the
 * unwanted fields. What is kept is copied, and nothing else is read than the fields on the way to what is cut.
 */
export class RowEncoder {
  readonly #shared: EncoderParts
  readonly #plan: MessagePlan
  readonly #head: Uint8Array
  /** The ranges of the identifying members: pairs of from and to. */
  readonly #found = new Uint32Array(2 * 7)
  /** The message that is kept: pairs of from and to, or of {@link LENGTH} and a length. */
  readonly #parts: number[] = []
  /** The length of `#parts`, whose memory is kept. */
  #partCount = 0

  constructor(shared: EncoderParts, type: TypeMeta, wanted: DecoderOptions) {
    this.#shared = shared
    const { table } = shared
    const index = table.knownKind(type)
    const { trim, pick } = core.wantedPaths(wanted)
    const plan = core.planObject({ trim, pick })
    this.#plan = planMessage(table, index, plan)
    this.#head = envelopeHead(type, cutsAlways(table, index, plan) ? JSON.stringify({ trim, pick }) : '')
  }

  /** The row of the message in a part of the bytes. Throws a ProtocolError. */
  encode<T>(bytes: Uint8Array, from: number, to: number): Row<T> {
    const { wire } = this.#shared
    const { NAME, NAMESPACE, RESOURCE_VERSION, UID } = core.identifyingMembers
    wire.bytes = bytes
    this.#partCount = 0
    this.#found.fill(0)
    const length = this.#walk(this.#plan, from, to)
    wire.at = this.#found[2 * NAMESPACE] as number
    const namespace = wire.text(this.#found[2 * NAMESPACE + 1] as number)
    const key = this.#text(NAME, namespace)
    const name = namespace === '' ? key : key.slice(namespace.length + 1)
    if (name === '') throw malformed(`an object without metadata.name (${to - from} bytes)`)
    const uid = this.#text(UID)
    const resourceVersion = this.#text(RESOURCE_VERSION)
    const body = this.#body(bytes, length) as unknown as RowBody<T>
    // The members are in the order of `createRow`, so that engines use one hidden class.
    return { key, uid, resourceVersion, namespace, name, body }
  }

  /** Collects the parts of a message that are kept; returns their length. */
  #walk(plan: MessagePlan, start: number, end: number): number {
    const { wire } = this.#shared
    const { bytes } = wire
    let length = 0
    // Fields that follow each other are kept as one part.
    let begin = start
    let at = start
    while (at < end) {
      const from = at
      let tag = bytes[at] as number
      let tagEnd = at + 1
      at += 2
      let to = at + (bytes[tagEnd] as number)
      // Most fields are short texts, whose tag and length are a byte each.
      const isShort = tag >= 8 && (tag & 0x87) === BYTES && to - at < 0x80 && to <= end
      if (!isShort) {
        wire.at = from
        tag = wire.tag(end)
        tagEnd = wire.at
        if ((tag & 7) === BYTES) to = wire.enter(end)
        else {
          wire.skip(tag & 7, end)
          to = wire.at
        }
        at = wire.at
      }
      const field = plan.fields[tag >>> 3]
      let isCut = plan.cutsRest
      // An identifying member of another type is an error of the reader.
      if (field) isCut = (tag & 7) === BYTES ? this.#isCut(field, at, to) : field.cut
      if (isCut) {
        length += this.#keep(begin, from)
        begin = to
      } else if (field?.below && at < to) {
        const kept = this.#message(field.below, begin, tagEnd, at, to)
        length += kept
        if (kept > 0) begin = to
      }
      at = to
    }
    return length + this.#keep(begin, end)
  }

  /** Whether a field that the plan names is cut. */
  #isCut({ cut, finds, entries }: FieldPlan, from: number, to: number): boolean {
    if (finds !== -1) {
      this.#found[2 * finds] = from
      this.#found[2 * finds + 1] = to
    }
    return cut || (entries !== undefined && stepOf(entries, this.#shared.wire.lastText(1, from, to)).cut)
  }

  /**
   * A message of which parts may be cut, with the part before it that begins at `begin`; returns the length of both. Returns 0
   * without a cut: then the message belongs to that part.
   */
  #message(plan: MessagePlan, begin: number, tagEnd: number, from: number, to: number): number {
    const before = this.#partCount
    this.#addPart(begin, tagEnd)
    this.#addPart(LENGTH, 0)
    const length = this.#walk(plan, from, to)
    if (length === to - from) {
      this.#partCount = before
      return 0
    }
    this.#parts[before + 3] = length
    return tagEnd - begin + varintSize(length) + length
  }

  #keep(from: number, to: number): number {
    if (from < to) this.#addPart(from, to)
    return to - from
  }

  #addPart(from: number, to: number): void {
    this.#parts[this.#partCount++] = from
    this.#parts[this.#partCount++] = to
  }

  #body(bytes: Uint8Array, length: number): Uint8Array {
    const parts = this.#parts
    const head = this.#head
    const body = this.#shared.buffers.allocate(head.length + varintSize(length) + length)
    let at = writeVarint(body, copyPart(head, 0, head.length, body, 0), length)
    for (let index = 0; index < this.#partCount; index += 2) {
      const from = parts[index] as number
      const to = parts[index + 1] as number
      if (from === LENGTH) at = writeVarint(body, at, to)
      else at = copyPart(bytes, from, to, body, at)
    }
    return body
  }

  /** The text of an identifying member; '' if it is missing. */
  #text(finds: number, prefix?: string): string {
    return this.#shared.wire.newText(
      this.#found[2 * finds] as number,
      this.#found[2 * finds + 1] as number,
      prefix,
    )
  }
}

/** Copies a part of the bytes; returns the offset after it. */
function copyPart(bytes: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
  if (to - from > SHORT) target.set(bytes.subarray(from, to), at)
  // A view is an object, which takes longer than a few bytes.
  else for (let next = from; next < to; next++) target[at + next - from] = bytes[next] as number
  return at + to - from
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
