import { type KubernetesObject, type Row, readObject } from '@kube-informer/core'
import type { KnownState } from './known-state.ts'
import type { OptimisticEffect } from './optimistic-effect.ts'
import { PendingWrite } from './pending-write.ts'

/** An informer whose rows the writes change. */
export interface OverlayReader {
  /** Whether a write waits for this informer: its scope contains the key's namespace, and the server does not refuse it. */
  awaits(key: string): boolean
  /** Whether its cache has the state or a newer one. */
  hasReached(key: string, state: KnownState): boolean
  /** Whether its scope has no selectors, so that an object that it lacks is gone. */
  readonly isWhole: boolean
  /** Whether its rows are those of a Table, which are not objects. */
  readonly isTable: boolean
  /** The row in the cache, without writes. */
  stored(key: string): Row | undefined
  /** The shown row of a key may have changed. */
  onChanged(key: string): void
}

type Write = PendingWrite<OverlayReader>

/**
 * The pending writes of one resource. The writes of an object are stacked in the order of their calls. Each is removed when
 * the server rejects it, or when every informer has its result.
 */
export class WriteOverlay {
  readonly #stacks = new Map<string, Write[]>()
  readonly #readers = new Set<OverlayReader>()
  readonly #prefix: string
  #versions = 0

  /** @param prefix unique among all hosts: of the resourceVersions of optimistic rows */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** The keys with writes. */
  get keys(): readonly string[] {
    return [...this.#stacks.keys()]
  }

  get isEmpty(): boolean {
    return this.#stacks.size === 0
  }

  /** The writes of an object, oldest first. */
  writesOf(key: string): readonly Write[] {
    return this.#stacks.get(key) ?? []
  }

  /** A resourceVersion that no server and no other row has. */
  nextResourceVersion(): string {
    return `${this.#prefix}-${++this.#versions}`
  }

  /** Adds an informer. Returns the function that removes it. */
  attach(reader: OverlayReader): () => void {
    this.#readers.add(reader)
    return () => {
      this.#readers.delete(reader)
      this.settle()
    }
  }

  /** The uid of an object, as far as known; "" otherwise. */
  uidOf(key: string): string {
    for (const { step } of this.writesOf(key).toReversed())
      if (step.known?.type === 'object') return step.known.object.metadata?.uid ?? ''
    for (const reader of this.#readers) {
      const row = reader.stored(key)
      if (row) return row.uid
    }
    return ''
  }

  push(key: string, effect: OptimisticEffect | undefined): Write {
    const write: Write = new PendingWrite(key, effect)
    this.#stacks.set(key, [...this.writesOf(key), write])
    this.#changed(key)
    return write
  }

  /** The server has reported the result of a write. */
  know(write: Write, known: KnownState): void {
    write.know(known)
    this.#changed(write.key)
    this.settle()
  }

  /** The write has not happened, or nothing is known about it. Idempotent. */
  drop(write: Write): void {
    const rest = this.writesOf(write.key).filter(each => each !== write)
    if (rest.length > 0) this.#stacks.set(write.key, rest)
    else this.#stacks.delete(write.key)
    this.#changed(write.key)
  }

  /** Removes the writes whose result every informer has. Call it after each change of an informer. */
  settle(): void {
    if (this.isEmpty) return
    for (const write of [...this.#stacks.values()].flat()) {
      const { known } = write.step
      if (known) this.#settle(write, known)
    }
  }

  #settle(write: Write, known: KnownState): void {
    const { key, reached } = write
    const readers = [...this.#readers].filter(reader => reader.awaits(key))
    for (const reader of readers) {
      if (reached.has(reader) || !reader.hasReached(key, known)) continue
      reached.add(reader)
      reader.onChanged(key)
    }
    if (readers.some(reader => !reader.hasReached(key, known))) return
    this.drop(write)
    write.settle(shownIn(readers, key, known))
  }

  #changed(key: string): void {
    for (const reader of [...this.#readers]) reader.onChanged(key)
  }
}

/** The object as an informer has it; without informers, as the server has reported it. */
function shownIn(
  readers: readonly OverlayReader[],
  key: string,
  known: KnownState,
): KubernetesObject | undefined {
  for (const reader of readers) {
    const row = reader.isTable ? undefined : reader.stored(key)
    if (row) return readObject(row)
  }
  const isGone = readers.some(reader => reader.isWhole && !reader.stored(key))
  return known.type === 'object' && !isGone ? known.object : undefined
}
