import type { KubernetesObject } from '@kube-informer/core'
import type { History } from '../history/history.ts'
import type { SortedTree } from '../history/sorted-tree.ts'
import type { CachedItem } from '../items/cached-item.ts'
import { rangeOf } from '../requests/range-of.ts'
import type { Selection } from '../requests/selection.ts'
import { type Delivery, ObjectDelivery } from './delivery.ts'
import { FanOut } from './fan-out.ts'

/** Number of objects or events per chunk. */
export const CHUNK = 100

/**
 * The initial events of a watch, created on demand in chunks. A chunk is empty if nothing in it matches the selection.
 * Undefined after the last chunk.
 */
export interface InitialEvents<T extends KubernetesObject> {
  next(max: number): readonly Delivery<T>[] | undefined
  /** Whether the next events have been discarded, so that the watch must end. */
  readonly isBroken: boolean
}

/** A state in key order, with an ADDED event for each object. */
export class InitialState<T extends KubernetesObject> implements InitialEvents<T> {
  readonly isBroken = false
  readonly #state: SortedTree<CachedItem<T>>
  readonly #selection: Selection
  readonly #end: number
  #next: number

  constructor(state: SortedTree<CachedItem<T>>, selection: Selection) {
    this.#state = state
    this.#selection = selection
    const range = rangeOf(state, selection)
    this.#next = range.start
    this.#end = range.end
  }

  next(max: number): readonly Delivery<T>[] | undefined {
    if (this.#next >= this.#end) return undefined
    const end = Math.min(this.#end, this.#next + Math.min(max, CHUNK))
    const objects = this.#state.slice(this.#next, end)
    this.#next = end
    return objects
      .filter(object => this.#selection.matches(object))
      .map(object => new ObjectDelivery('ADDED', object))
  }
}

/** The events between two indexes of the history. */
export class InitialHistory<T extends KubernetesObject> implements InitialEvents<T> {
  readonly #history: History<T>
  readonly #selection: Selection
  readonly #end: number
  #next: number

  constructor(history: History<T>, selection: Selection, start: number) {
    this.#history = history
    this.#selection = selection
    this.#next = start
    this.#end = history.end
  }

  get isBroken(): boolean {
    return this.#next < this.#end && this.#next < this.#history.start
  }

  next(max: number): readonly Delivery<T>[] | undefined {
    if (this.#next >= this.#end) return undefined
    const end = Math.min(this.#end, this.#next + Math.min(max, CHUNK))
    const deliveries: Delivery<T>[] = []
    for (; this.#next < end; this.#next++) {
      const event = this.#history.at(this.#next)
      const delivery = event && new FanOut(event).for(this.#selection)
      if (delivery) deliveries.push(delivery)
    }
    return deliveries
  }
}
