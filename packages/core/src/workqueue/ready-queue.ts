import { UsageError } from '../api/errors.ts'
import type { HeldItem } from './work-item.ts'

/**
 * The container of the items that are ready, which decides their order (client-go `workqueue.Queue`). An item is in it
 * once at most.
 */
export interface ReadyQueue<T> {
  readonly length: number
  push(item: T): void
  /** Removes the next item. Called only if there is one. */
  pop(): T | undefined
  /** An item was added again that is in the container. */
  touch(item: T): void
}

/** Stores the entries of a queue in a container of the user, which knows items only. */
export class ContainedEntries<T, E extends HeldItem<T>> {
  readonly #container: ReadyQueue<T>
  readonly #entryOf: (item: T) => E | undefined

  constructor(container: ReadyQueue<T>, entryOf: (item: T) => E | undefined) {
    this.#container = container
    this.#entryOf = entryOf
  }

  get length(): number {
    return this.#container.length
  }

  push(entry: E): void {
    this.#container.push(entry.value)
  }

  shift(): E | undefined {
    if (this.#container.length === 0) return undefined
    const entry = this.#entryOf(this.#container.pop() as T)
    if (!entry || entry.isHeld)
      throw new UsageError('the container of the queue returned an item that is not in it')
    return entry
  }

  touch(item: T): void {
    this.#container.touch(item)
  }
}
