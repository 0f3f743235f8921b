import type { Member } from '../message-table.ts'
import { BYTES, type WireReader } from '../wire-reader.ts'

/** A message in a part of the bytes. */
export interface MessageSpan {
  readonly index: number
  readonly from: number
  readonly to: number
}

/** Enters the inlined messages with these numbers, one within the other. Without one of them, the part is empty. */
export function enter(wire: WireReader, numbers: readonly number[]): void {
  for (const number of numbers) wire.last(number, wire.at, wire.end)
}

/** The messages of a list. */
export function itemsIn(wire: WireReader, member: Member, { from, to }: MessageSpan): readonly MessageSpan[] {
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

/** Whether the value of a member is a message. */
export const isMessage = ({ container, type }: Member): boolean =>
  container === 'one' && typeof type === 'number'

/** Whether the value of a member is a list of messages, whose items have no type of their own. */
export const isMessages = ({ container, type, hasType }: Member): boolean =>
  container === 'list' && typeof type === 'number' && !hasType
