import type { PathSegments } from '../../api/path.ts'
import type { ItemNode, PathNode } from '../../row/path-tree.ts'
import type { PathValue, PathVisitor } from '../../row/path-visitor.ts'
import type { MessageReader } from '../message-reader.ts'
import type { Member, MemberLocation, MessageTable } from '../message-table.ts'
import type { WireReader } from '../wire-reader.ts'
import { core } from './core.ts'
import { isAlwaysMessage, type MessagePaths } from './message-paths.ts'
import { enter, isMessage, isMessages, itemsIn, type MessageSpan } from './message-spans.ts'

/** What an object is read with. */
export interface MessageReaders {
  readonly table: MessageTable
  readonly wire: WireReader
  readonly reader: MessageReader
  readonly paths: MessagePaths
}

/** Visits the values at several paths of an object in protobuf, and stops as soon as the visitor is done. */
export class ValueVisitor {
  readonly #readers: MessageReaders
  readonly #visitor: PathVisitor

  constructor(readers: MessageReaders, visitor: PathVisitor) {
    this.#readers = readers
    this.#visitor = visitor
  }

  /** Visits a whole object, whose type is not in its message. */
  object(message: MessageSpan, type: Readonly<Record<string, unknown>>, node: PathNode): void {
    for (const { name, node: below } of node.members)
      if (Object.hasOwn(type, name)) this.value(type[name], below)
    this.#message(message, node)
  }

  /** Visits what is decoded. */
  value(value: unknown, node: PathNode): void {
    const visitor = this.#visitor
    if (visitor.isDone) return
    const isScalar = typeof value !== 'object' || value === null
    for (const path of node.ends) visitor.value(path, isScalar ? (value as PathValue) : undefined)
    for (const { name, node: below } of node.members)
      if (core.hasMember(value, name)) this.value(value[name], below)
    if (Array.isArray(value))
      for (const item of node.items)
        for (const each of chosen(item, value, core.readMembers)) this.value(each, item.node)
    this.#end(node)
  }

  #message(message: MessageSpan, node: PathNode): void {
    const visitor = this.#visitor
    if (visitor.isDone) return
    for (const path of node.ends) visitor.value(path, undefined)
    const { locations } = this.#readers.table.message(message.index)
    for (const { name, node: below } of node.members) {
      const location = visitor.isDone ? undefined : locations.get(name)
      if (location) this.#member(location, message, below)
    }
    this.#end(node)
  }

  #member({ member, through }: MemberLocation, message: MessageSpan, node: PathNode): void {
    const { wire, reader } = this.#readers
    wire.at = message.from
    wire.end = message.to
    enter(wire, through)
    const span = { index: Number(member.type), from: wire.at, to: wire.end }
    const below = node.members.length > 0 && isMessage(member) ? this.#messageOf(member, span) : undefined
    const items = node.items.length > 0 && isMessages(member) ? itemsIn(wire, member, span) : []
    if (below) this.#message(below, node)
    else if (items.length > 0) this.#list(items, node)
    else {
      const value = reader.readMember(member, span.from, span.to)
      if (value !== undefined) this.value(value, node)
    }
  }

  /** The message of a member; undefined if JSON does not have it. */
  #messageOf(member: Member, { index, from, to }: MessageSpan): MessageSpan | undefined {
    const { wire } = this.#readers
    if (wire.last(member.number, from, to)) return { index, from: wire.at, to: wire.end }
    return isAlwaysMessage(member) ? { index, from: 0, to: 0 } : undefined
  }

  #list(items: readonly MessageSpan[], node: PathNode): void {
    for (const path of node.ends) this.#visitor.value(path, undefined)
    const read = (message: MessageSpan, path: PathSegments) => this.#readers.paths.read(message, path)
    for (const item of node.items)
      for (const each of chosen(item, items, read)) this.#message(each, item.node)
    this.#end(node)
  }

  #end({ isSingle, paths }: PathNode): void {
    if (isSingle && !this.#visitor.isDone) this.#visitor.end(paths)
  }
}

/** The items that a step leads to. */
function chosen<T>(
  { step }: ItemNode,
  items: readonly T[],
  read: (item: T, path: PathSegments) => unknown,
): readonly T[] {
  if (step.type === 'items') return items
  if (step.type === 'item') return items.slice(step.index, step.index + 1)
  return items.filter(item => core.accepts(step, read(item, step.path)))
}
