import { ConnectionError, type InformerStatus, ProtocolError } from '@kube-informer/core'
import type { SliceState } from '../api/subscription.ts'
import type { SliceUpdate, WireStatus } from '../wire/protocol.ts'
import { fromWireError, sameError } from '../wire/wire-error.ts'
import type { ObjectPool, PooledObject } from './object-pool.ts'
import { keep, keepItems } from './same-members.ts'

/** How many unreadable rows an error names. */
const NAMED = 3

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
  /** The last status that the host has told, or this page in its place. */
  #told: InformerStatus
  /** Names the rows that are here and cannot be read. */
  #unreadable: Error | undefined

  /** @param seed what to show until the host has answered */
  constructor(pool: ObjectPool, seed: SliceState<unknown> = INITIAL_STATE) {
    this.#pool = pool
    this.#state = seed
    this.#told = seed.status
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
    this.#version = update.resourceVersion ?? this.#version
    if (update.status) this.#told = this.#statusOf(update.status)
    // Rows without a status: the status is at least as new as the rows.
    else if (update.resourceVersion !== undefined)
      this.#told = { ...this.#told, resourceVersion: update.resourceVersion }
    const base = first ? INITIAL_STATE : before
    const window = update.window ?? base.window
    const groups = update.groups?.map((group, index) => keep(group, before.groups[index])) ?? base.groups
    const next = {
      data: update.rows || update.order ? this.#data() : before.data,
      total: update.total ?? base.total,
      groups: keepItems(groups, before.groups),
      status: this.#status(),
      ...(window && { window: keep(window, before.window) }),
    }
    this.#state = keep(next, before)
    return this.#state !== before
  }

  /**
   * The host is gone, or another one is asked: what is shown stays until that one's rows take its place, all at once. Answers
   * whether anything visible changed.
   */
  standBy(): boolean {
    this.#filled = false
    const { progress, ...status } = this.#state.status
    return this.#tell({ ...status, link: 'connecting' })
  }

  /** Shows a failure of the whole connection; the data stays. */
  fail(message: string): void {
    this.#tell({ ...this.#state.status, link: 'stopped', error: new ConnectionError(message) })
  }

  /** Forgets everything, as if the host had never answered; with a message, which says why, for good. */
  reset(message?: string): void {
    for (const held of this.#held.values()) this.#pool.release(held)
    this.#held.clear()
    this.#order = EMPTY
    this.#filled = false
    this.#version = undefined
    this.#told = INITIAL_STATE.status
    this.#unreadable = undefined
    this.#state = INITIAL_STATE
    if (message !== undefined) this.fail(message)
  }

  /** An error that is equal to the last one keeps its reference. */
  #statusOf({ error, ...status }: WireStatus): InformerStatus {
    return error ? { ...status, error: keepError(fromWireError(error), this.#told.error) } : status
  }

  #tell(status: InformerStatus): boolean {
    const before = this.#state
    this.#told = status
    this.#state = keep({ ...before, status: this.#status() }, before)
    return this.#state !== before
  }

  /**
   * What was told, and what this page has to add, unless something worse stands in the way. Until a host's rows are here,
   * `data` and `resourceVersion` speak of those that are shown: they came from another host, or belong to a neighbouring
   * window.
   */
  #status(): InformerStatus {
    const { status } = this.#state
    const { data, resourceVersion } = this.#filled || status.data === 'none' ? this.#told : status
    const error = this.#told.error ?? this.#unreadable
    return keep({ ...this.#told, data, resourceVersion, ...(error && { error }) }, status)
  }

  /** What both hosts show in the same version keeps its reference: it is taken before it is let go. */
  #replaceRows(update: SliceUpdate): void {
    const before = this.#held
    this.#held = new Map()
    this.#order = EMPTY
    this.#filled = true
    this.#takeRows(update)
    for (const held of before.values()) this.#pool.release(held)
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

  /** What cannot be read is left out and named; in the order it keeps its place, where the host has it, too. */
  #data(): readonly unknown[] {
    const data: unknown[] = []
    const unreadable: string[] = []
    for (const key of this.#order) {
      const object = this.#held.get(key)?.object
      if (object === undefined) unreadable.push(key)
      else data.push(object)
    }
    this.#unreadable =
      unreadable.length > 0 ? keepError(unreadableError(unreadable), this.#unreadable) : undefined
    return keepItems(data, this.#state.data)
  }
}

/** Says nothing of the text: it may be a Secret's. */
function unreadableError(unreadable: readonly string[]): Error {
  const more = unreadable.length - NAMED
  const named = unreadable.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return new ProtocolError(`left out until it changes, as its text is not JSON: ${named}`)
}

const keepError = (newer: Error, older: Error | undefined): Error =>
  older && sameError(newer, older) ? older : newer
