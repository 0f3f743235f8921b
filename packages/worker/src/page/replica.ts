import {
  ConnectionError,
  freshnessOf,
  type InformerStatus,
  type KubernetesObject,
  ProtocolError,
} from '@kube-informer/core'
import type { HydratedSlice } from '../api/slice-snapshot.ts'
import type { SliceState } from '../api/subscription.ts'
import type { SliceUpdate, SliceVersions, WireStatus } from '../wire/protocol.ts'
import { fromWireError, sameError } from '../wire/wire-error.ts'
import type { ObjectPool, PooledObject } from './object-pool.ts'
import { type Network, pausedIf } from './paused.ts'
import { keep, keepEqual, keepItems } from './same-members.ts'

/** Number of unreadable rows that an error names. */
const NAMED = 3

const EMPTY: readonly never[] = Object.freeze([])

const NEVER_STARTED: InformerStatus = Object.freeze({
  data: 'none',
  link: 'connecting',
  resourceVersion: '',
  counters: Object.freeze({ objects: 0, events: 0, relists: 0, restarts: 0, bytes: 0 }),
})

/** The state of every slice before its host has responded: one object, so that its reference is stable. */
export const INITIAL_STATE: SliceState<never> = Object.freeze({
  data: EMPTY,
  total: 0,
  groups: EMPTY,
  status: NEVER_STARTED,
  freshness: Object.freeze(freshnessOf(NEVER_STARTED)),
})

/** The page's copy of one slice: the objects of its window, and the state that subscribers read. */
export class Replica {
  readonly #pool: ObjectPool
  readonly #network: Network
  #held = new Map<string, PooledObject>()
  #order: readonly string[] = EMPTY
  #state: SliceState<unknown>
  /** Whether the rows came from the current host. */
  #filled = false
  #version: string | undefined
  #versions: SliceVersions | undefined
  /** The last status from the host, or from the page in its place. */
  #lastStatus: InformerStatus
  /** Names the rows that are held and cannot be read. */
  #unreadable: Error | undefined
  /** What the page was rendered with, while it is shown. */
  #hydrated: HydratedSlice<KubernetesObject> | undefined

  /** @param seed the state until the host has responded */
  constructor(pool: ObjectPool, network: Network, seed: SliceState<unknown> = INITIAL_STATE) {
    this.#pool = pool
    this.#network = network
    this.#state = seed
    this.#lastStatus = seed.status
    this.recheck()
  }

  get state(): SliceState<unknown> {
    return this.#state
  }

  /** The resourceVersion of the shown rows, as the host sent it. */
  get version(): string | undefined {
    return this.#version
  }

  /** The versions by namespace that the host sent with `version`. */
  get versions(): SliceVersions | undefined {
    return this.#versions
  }

  /** The rows that the page was rendered with, while they are shown, if an informer can resume from them. */
  get hydratedRows(): readonly KubernetesObject[] | undefined {
    return this.#hydrated?.isWhole ? this.#hydrated.state.data : undefined
  }

  /** Shows what the page was rendered with until the rows of a host replace it, like those of another host. */
  hydrate(hydrated: HydratedSlice<KubernetesObject>): void {
    const { state } = hydrated
    this.#hydrated = hydrated
    this.#state = state
    this.#lastStatus = state.status
    this.#version = state.status.resourceVersion
    for (const [index, object] of state.data.entries()) this.#held.set(`${index}`, this.#pool.adopt(object))
    this.recheck()
  }

  /** Whether the rows came from a host, and not from a neighbouring window. */
  get hasOwnRows(): boolean {
    return this.#filled || this.#version !== undefined
  }

  /** The network state of the page has changed; returns whether anything visible did. */
  recheck(): boolean {
    return this.#show(this.#state)
  }

  /** Applies an update of the host; returns whether anything visible changed. */
  apply(update: SliceUpdate): boolean {
    const before = this.#state
    const first = update.order !== undefined && !this.#filled
    if (first) this.#replaceRows(update)
    else this.#takeRows(update)
    if (update.resourceVersion !== undefined) {
      this.#version = update.resourceVersion
      this.#versions = update.versions
    }
    if (update.status) this.#lastStatus = this.#statusOf(update.status)
    // Rows without a status: the status is at least as new as the rows.
    else if (update.resourceVersion !== undefined)
      this.#lastStatus = { ...this.#lastStatus, resourceVersion: update.resourceVersion }
    const base = first ? INITIAL_STATE : before
    const window = update.window ?? base.window
    const columns = keepEqual(update.columns, before.columns) ?? base.columns
    const groups = update.groups?.map((group, index) => keep(group, before.groups[index])) ?? base.groups
    return this.#show({
      data: update.rows || update.order ? this.#data() : before.data,
      total: update.total ?? base.total,
      groups: keepItems(groups, before.groups),
      status: this.#status(),
      ...(window && { window: keep(window, before.window) }),
      ...(columns && { columns }),
    })
  }

  /**
   * The host has ended or was replaced. The shown rows stay until those of the next host replace them all at once.
   * Returns whether anything visible changed.
   */
  standBy(): boolean {
    this.#filled = false
    const { progress, ...status } = this.#state.status
    return this.#setStatus({ ...status, link: 'connecting' })
  }

  /** Shows a failure of the whole connection. The data stays. */
  fail(message: string): void {
    this.#setStatus({ ...this.#state.status, link: 'stopped', error: new ConnectionError(message) })
  }

  /** Returns to the initial state. With a message, the status reports it from then on. */
  reset(message?: string): void {
    for (const held of this.#held.values()) this.#pool.release(held)
    this.#held.clear()
    this.#order = EMPTY
    this.#filled = false
    this.#hydrated = undefined
    this.#version = undefined
    this.#versions = undefined
    this.#lastStatus = INITIAL_STATE.status
    this.#unreadable = undefined
    this.#state = INITIAL_STATE
    this.recheck()
    if (message !== undefined) this.fail(message)
  }

  /** An error that is equal to the last one keeps its reference. */
  #statusOf({ error, ...status }: WireStatus): InformerStatus {
    return error ? { ...status, error: keepError(fromWireError(error), this.#lastStatus.error) } : status
  }

  #setStatus(status: InformerStatus): boolean {
    this.#lastStatus = status
    return this.#show({ ...this.#state, status: this.#status() })
  }

  /** Returns whether anything visible has changed. */
  #show({ paused, ...next }: Omit<SliceState<unknown>, 'freshness'>): boolean {
    const before = this.#state
    const { status } = next
    const freshness = keep(freshnessOf(status), before.freshness)
    this.#state = keep({ ...next, freshness, ...pausedIf(this.#network, status.link) }, before)
    return this.#state !== before
  }

  /**
   * The last status, with an error for unreadable rows unless it has an error itself. Until rows of the current host
   * arrive, `data` and `resourceVersion` describe the shown rows, which came from another host or from a neighbouring
   * window.
   */
  #status(): InformerStatus {
    const { status } = this.#state
    const { data, resourceVersion } = this.#filled || status.data === 'none' ? this.#lastStatus : status
    const error = this.#lastStatus.error ?? this.#unreadable
    return keep({ ...this.#lastStatus, data, resourceVersion, ...(error && { error }) }, status)
  }

  /**
   * Objects with the same resourceVersion in both hosts keep their reference: they are acquired before the old ones are
   * released.
   */
  #replaceRows(update: SliceUpdate): void {
    const before = this.#held
    this.#held = new Map()
    this.#order = EMPTY
    this.#filled = true
    this.#hydrated = undefined
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

  /** Unreadable rows are left out and named. They keep their position in the order, which is the host's. */
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

/** Does not contain the text: it may be a Secret's. */
function unreadableError(unreadable: readonly string[]): Error {
  const more = unreadable.length - NAMED
  const named = unreadable.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return new ProtocolError(`left out until it changes, as its text is not JSON: ${named}`)
}

const keepError = (newer: Error, older: Error | undefined): Error =>
  older && sameError(newer, older) ? older : newer
