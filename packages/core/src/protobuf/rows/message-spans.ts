import type { MessageReader } from '../message-reader.ts'
import { isAlways, type Member, type MemberLocation, type MessageTable } from '../message-table.ts'
import { BYTES, type WireReader } from '../wire-reader.ts'

/** A message in a part of the bytes. */
export interface MessageSpan {
  readonly index: number
  readonly from: number
  readonly to: number
}

/**
 * Finds members of messages by their JSON names, without decoding what is around them. Reads from a wire reader, which may have
 * other bytes each time.
 */
export class MessageSpans {
  readonly #table: MessageTable
  readonly #reader: MessageReader
  readonly #wire: WireReader

  constructor(table: MessageTable, reader: MessageReader, wire: WireReader) {
    this.#table = table
    this.#reader = reader
    this.#wire = wire
  }

  /** The member with a name, and the part of the bytes in which its fields are. */
  find(span: MessageSpan, name: string): { readonly member: Member; readonly span: MessageSpan } | undefined {
    const location = this.#table.message(span.index).locations.get(name)
    return location && { member: location.member, span: this.#through(location, span) }
  }

  /** The message of a member; undefined if JSON does not have it. */
  message(member: Member, span: MessageSpan): MessageSpan | undefined {
    const found = this.#last(member.number, Number(member.type), span)
    return found ?? (isAlways(member) ? emptyMessage(member) : undefined)
  }

  /** The messages of a list. */
  items(member: Member, { from, to }: MessageSpan): readonly MessageSpan[] {
    const wire = this.#wire
    const items: MessageSpan[] = []
    wire.at = from
    while (wire.at < to) {
      const tag = wire.tag(to)
      if (tag !== member.number * 8 + BYTES) wire.skip(tag & 7, to)
      else {
        const end = wire.enter(to)
        items.push({ index: Number(member.type), from: wire.at, to: end })
        wire.at = end
      }
    }
    return items
  }

  /** The value of a member; undefined if JSON does not have it. */
  value(member: Member, { from, to }: MessageSpan): unknown {
    return this.#reader.readMember(member, from, to)
  }

  /** Enters inlined messages. */
  #through({ through }: MemberLocation, span: MessageSpan): MessageSpan {
    let at = span
    for (const number of through) at = this.#last(number, at.index, at) ?? { index: at.index, from: 0, to: 0 }
    return at
  }

  /** The last message with a number. */
  #last(number: number, index: number, { from, to }: MessageSpan): MessageSpan | undefined {
    const wire = this.#wire
    return wire.last(number, from, to) ? { index, from: wire.at, to: wire.end } : undefined
  }
}

const emptyMessage = ({ type, rule }: Member): MessageSpan | undefined =>
  rule === 'null' ? undefined : { index: Number(type), from: 0, to: 0 }

/** Whether the value of a member is a message. */
export const isMessage = ({ container, type }: Member): boolean =>
  container === 'one' && typeof type === 'number'

/** Whether the value of a member is a list of messages, whose items have no type of their own. */
export const isMessages = ({ container, type, hasType }: Member): boolean =>
  container === 'list' && typeof type === 'number' && !hasType
