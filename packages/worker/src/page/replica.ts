import type { InformerStatus } from '@kube-informer/core'
import type { SliceUpdate } from '../protocol.ts'
import type { SliceGroup, SliceState } from '../subscription.ts'
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
  #held = new Map<string, PooledObject>()
  #order: readonly string[] = EMPTY
  #state: SliceState<unknown>
  /** Whether what is shown came from the host of today. */
  #filled = false
  #version: string | undefined
  /** The status as the host of today tells it. */
  #told: InformerStatus | undefined

  /** @param seed what to show until the host has answered */
  constructor(pool: ObjectPool, seed: SliceState<unknown> = INITIAL_STATE) {
    this.#pool = pool
    this.#state = seed
  }

  get state(): SliceState<unknown> {
    return this.#state
  }

  /** The version of what is shown, as the host that sent it said. */
  get version(): string | undefined {
    return this.#version
  }

  /** Takes the host's update in; answers whether anything visible changed. */
  apply(update: SliceUpdate): boolean {
    const before = this.#state
    const first = update.order !== undefined && !this.#filled
    if (first) this.#replaceRows(update)
    else this.#takeRows(update)
    const base = first ? INITIAL_STATE : before
    const window = update.window ?? base.window
    const groups = update.groups ?? base.groups
    this.#version = update.resourceVersion ?? this.#version
    this.#state = Object.freeze({
      data: update.rows || update.order ? this.#data() : before.data,
      total: update.total ?? base.total,
      groups: sameGroups(groups, before.groups) ? before.groups : Object.freeze(groups),
      status: this.#statusAfter(update),
      ...(window && { window: sameWindow(window, before.window) ? before.window : window }),
    })
    return differ(before, this.#state)
  }

  /**
   * The host is gone, or another one is asked: what is shown stays until that one's rows take its place, all at once. Answers
   * whether anything visible changed.
   */
  standBy(): boolean {
    this.#filled = false
    this.#told = undefined
    const { progress, ...status } = this.#state.status
    if (status.link === 'connecting' && !progress) return false
    this.#show({ ...status, link: 'connecting' })
    return true
  }

  /** Shows a failure of the whole connection; the data stays. */
  fail(message: string): void {
    this.#show({ ...this.#state.status, link: 'stopped', error: { message } })
  }

  /** Forgets everything, as if the host had never answered; with a message, which says why, for good. */
  reset(message?: string): void {
    for (const held of this.#held.values()) this.#pool.release(held)
    this.#held.clear()
    this.#order = EMPTY
    this.#filled = false
    this.#version = undefined
    this.#told = undefined
    this.#state = INITIAL_STATE
    if (message !== undefined) this.fail(message)
  }

  #show(status: InformerStatus): void {
    this.#state = Object.freeze({ ...this.#state, status: Object.freeze(status) })
  }

  /**
   * Until a host's rows are here, `data` and `resourceVersion` speak of those that are shown: they came from another host,
   * or belong to a neighbouring window.
   */
  #statusAfter({ status }: SliceUpdate): InformerStatus {
    this.#told = status ?? this.#told
    const shown = this.#state.status
    if (!this.#told) return shown
    if (this.#filled || shown.data === 'none') return this.#told
    if (!status) return shown
    return Object.freeze({ ...status, data: shown.data, resourceVersion: shown.resourceVersion })
  }

  /** What both hosts show in the same version keeps its reference: it is taken before it is let go. */
  #replaceRows(update: SliceUpdate): void {
    const before = this.#held
    this.#held = new Map()
    this.#order = EMPTY
    this.#filled = true
    try {
      this.#takeRows(update)
    } finally {
      for (const held of before.values()) this.#pool.release(held)
    }
  }

  #takeRows({ rows = [], order }: SliceUpdate): void {
    for (const row of rows) {
      const before = this.#held.get(row.key)
      this.#held.set(row.key, this.#pool.acquire(row))
      if (before) this.#pool.release(before)
    }
    if (!order) return
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

const sameGroups = (a: readonly SliceGroup[], b: readonly SliceGroup[]): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every(({ value, count }, index) => value === b[index]?.value && count === b[index].count))

const sameWindow = (a: SliceState<unknown>['window'], b: SliceState<unknown>['window']): boolean =>
  a?.offset === b?.offset && a?.limit === b?.limit

const differ = (a: SliceState<unknown>, b: SliceState<unknown>): boolean =>
  a.data !== b.data ||
  a.total !== b.total ||
  a.groups !== b.groups ||
  a.status !== b.status ||
  a.window !== b.window
