import type { InformerStatus } from '@kube-informer/core'
import type { SliceUpdate } from '../protocol.ts'
import type { SliceState } from '../subscription.ts'
import type { ObjectPool, PooledObject } from './object-pool.ts'

const EMPTY: readonly never[] = Object.freeze([])

const NEVER_STARTED: InformerStatus = Object.freeze({
  data: 'none',
  link: 'connecting',
  resourceVersion: '',
  counters: Object.freeze({ objects: 0, events: 0, relists: 0, restarts: 0, bytes: 0 }),
})

/** What every slice shows before its host has answered: one object, so that "nothing yet" is a stable reference. */
export const INITIAL_STATE: SliceState<never> = Object.freeze({
  data: EMPTY,
  total: 0,
  groups: EMPTY,
  status: NEVER_STARTED,
})

/** The page's copy of one slice: the objects of its window, and the state that subscribers hold. */
export class Replica {
  readonly #pool: ObjectPool
  readonly #held = new Map<string, PooledObject>()
  #order: readonly string[] = EMPTY
  #state: SliceState<unknown>
  #filled = false

  /** @param seed what to show until the host has answered */
  constructor(pool: ObjectPool, seed: SliceState<unknown> = INITIAL_STATE) {
    this.#pool = pool
    this.#state = seed
  }

  get state(): SliceState<unknown> {
    return this.#state
  }

  /** Takes the host's update in; answers whether anything visible changed. */
  apply(update: SliceUpdate): boolean {
    const before = this.#state
    const first = update.order !== undefined && !this.#filled
    this.#takeRows(update)
    const window = first ? update.window : (update.window ?? before.window)
    this.#state = Object.freeze({
      data: update.rows || update.order ? this.#data() : before.data,
      total: update.total ?? before.total,
      groups: update.groups ? Object.freeze(update.groups) : before.groups,
      status: update.status ?? before.status,
      ...(window && { window }),
    })
    return differ(before, this.#state)
  }

  /** Shows a failure of the whole connection; the data stays. */
  fail(message: string): void {
    const status: InformerStatus = { ...this.#state.status, link: 'stopped', error: { message } }
    this.#state = Object.freeze({ ...this.#state, status })
  }

  /** Forgets everything, as if the host had never answered. */
  reset(): void {
    for (const held of this.#held.values()) this.#pool.release(held)
    this.#held.clear()
    this.#order = EMPTY
    this.#filled = false
    this.#state = INITIAL_STATE
  }

  #takeRows({ rows = [], order }: SliceUpdate): void {
    for (const row of rows) {
      const before = this.#held.get(row.key)
      this.#held.set(row.key, this.#pool.acquire(row))
      if (before) this.#pool.release(before)
    }
    if (!order) return
    this.#filled = true
    const end = order.at + order.remove
    const removed = this.#order.slice(order.at, end)
    this.#order = [...this.#order.slice(0, order.at), ...order.insert, ...this.#order.slice(end)]
    const inserted = new Set(order.insert)
    for (const key of removed) if (!inserted.has(key)) this.#drop(key)
  }

  #drop(key: string): void {
    const held = this.#held.get(key)
    if (!held) return
    this.#held.delete(key)
    this.#pool.release(held)
  }

  #data(): readonly unknown[] {
    const data = this.#order.map(key => this.#held.get(key)?.object)
    return sameItems(data, this.#state.data) ? this.#state.data : Object.freeze(data)
  }
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])

const differ = (a: SliceState<unknown>, b: SliceState<unknown>): boolean =>
  a.data !== b.data ||
  a.total !== b.total ||
  a.groups !== b.groups ||
  a.status !== b.status ||
  a.window !== b.window
