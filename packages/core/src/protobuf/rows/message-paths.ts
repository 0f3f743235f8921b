import type { PathSegments } from '../../api/path.ts'
import type { MessageReader } from '../message-reader.ts'
import type { Member, MessageTable } from '../message-table.ts'
import type { WireReader } from '../wire-reader.ts'
import { core } from './core.ts'
import { isMessage, type MessageSpan } from './message-spans.ts'

/** A path by field numbers. */
interface NumberedPath {
  /** The messages on the way. */
  readonly steps: readonly { readonly number: number; readonly isAlways: boolean }[]
  /** The member of the last of them. */
  readonly member: Member
  /** The path within its value. */
  readonly rest: PathSegments
}

/** Reads values at paths. Messages on the way are not decoded. */
export class MessagePaths {
  readonly #table: MessageTable
  readonly #reader: MessageReader
  readonly #wire: WireReader
  /** By message. An index reads the same path of each object. */
  readonly #known = new WeakMap<PathSegments, (NumberedPath | undefined)[]>()

  constructor(table: MessageTable, reader: MessageReader, wire: WireReader) {
    this.#table = table
    this.#reader = reader
    this.#wire = wire
  }

  /** The value at a path of a message; undefined if a step is missing. */
  read({ index, from, to }: MessageSpan, path: PathSegments): unknown {
    const known = this.#numbered(index, path)
    if (!known) return undefined
    const wire = this.#wire
    wire.at = from
    wire.end = to
    for (const { number, isAlways } of known.steps) {
      if (wire.last(number, wire.at, wire.end)) continue
      if (!isAlways) return undefined
      wire.at = wire.end
    }
    const value = this.#reader.readMember(known.member, wire.at, wire.end)
    return known.rest.length === 0 ? value : core.readMembers(value, known.rest)
  }

  #numbered(index: number, path: PathSegments): NumberedPath | undefined {
    let paths = this.#known.get(path)
    if (!paths) {
      paths = []
      this.#known.set(path, paths)
    }
    paths[index] ??= numberedPath(this.#table, index, path)
    return paths[index]
  }
}

/** Whether JSON has the message of a member even if it is absent. */
export const isAlwaysMessage = ({ rule }: Member): boolean => rule === 'keep'

/** Undefined if no message on the way has such a member. */
function numberedPath(table: MessageTable, index: number, path: PathSegments): NumberedPath | undefined {
  const steps: NumberedPath['steps'][number][] = []
  let at = index
  for (const [depth, name] of path.entries()) {
    const { member, through } = table.message(at).locations.get(name) ?? {}
    if (!member || !through) return undefined
    for (const number of through) steps.push({ number, isAlways: true })
    const rest = path.slice(depth + 1)
    if (rest.length === 0 || !isMessage(member)) return { steps, member, rest }
    steps.push({ number: member.number, isAlways: isAlwaysMessage(member) })
    at = Number(member.type)
  }
  return undefined
}
