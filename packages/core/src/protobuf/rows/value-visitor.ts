import { hasMember } from '../../api/own-member.ts'
import type { PathSegments } from '../../api/path.ts'
import { accepts, readMembers } from '../../api/read-members.ts'
import type { ItemNode, PathNode } from '../../row/path-tree.ts'
import type { PathValue, PathVisitor } from '../../row/path-visitor.ts'
import type { Member } from '../message-table.ts'
import type { MessagePaths } from './message-paths.ts'
import { isMessage, isMessages, type MessageSpan, type MessageSpans } from './message-spans.ts'

/** Visits the values at several paths of an object in protobuf, and stops as soon as the visitor is done. */
export class ValueVisitor {
  readonly #spans: MessageSpans
  readonly #paths: MessagePaths
  readonly #visitor: PathVisitor

  constructor(spans: MessageSpans, paths: MessagePaths, visitor: PathVisitor) {
    this.#spans = spans
    this.#paths = paths
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
      if (hasMember(value, name)) this.value(value[name], below)
    if (Array.isArray(value))
      for (const item of node.items)
        for (const each of chosen(item, value, readMembers)) this.value(each, item.node)
    this.#end(node)
  }

  #message(message: MessageSpan, node: PathNode): void {
    const visitor = this.#visitor
    if (visitor.isDone) return
    for (const path of node.ends) visitor.value(path, undefined)
    for (const { name, node: below } of node.members) {
      const found = visitor.isDone ? undefined : this.#spans.find(message, name)
      if (found) this.#member(found.member, found.span, below)
    }
    this.#end(node)
  }

  #member(member: Member, span: MessageSpan, node: PathNode): void {
    const message =
      node.members.length > 0 && isMessage(member) ? this.#spans.message(member, span) : undefined
    const items = node.items.length > 0 && isMessages(member) ? this.#spans.items(member, span) : []
    if (message) this.#message(message, node)
    else if (items.length > 0) this.#list(items, node)
    else {
      const value = this.#spans.value(member, span)
      if (value !== undefined) this.value(value, node)
    }
  }

  #list(items: readonly MessageSpan[], node: PathNode): void {
    for (const path of node.ends) this.#visitor.value(path, undefined)
    const read = (message: MessageSpan, path: PathSegments) => this.#paths.read(message, path)
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
  return items.filter(item => accepts(step, read(item, step.path)))
}
