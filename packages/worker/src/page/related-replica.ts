import { ConnectionError, freshnessOf, type KubernetesObject } from '@kube-informer/core'
import type { RelatedNode, RelatedState, RelatedStatus } from '../api/related.ts'
import type { OrderSplice } from '../wire/order-splice.ts'
import type { RelatedNodeUpdate, RelatedUpdate, RelatedVersions, WireRelatedStatus } from '../wire/related.ts'
import { fromWireError } from '../wire/wire-error.ts'
import type { ObjectPool, PooledObject } from './object-pool.ts'
import { type Network, pausedIf } from './paused.ts'
import { keep, keepItems } from './same-members.ts'

/** What the page has of a node. */
interface Entry {
  readonly resource: string
  pooled?: PooledObject
  children: readonly string[]
  events: readonly string[]
  readonly total: number
  readonly eventTotal: number
  /** Undefined for a row that cannot be read. */
  node?: RelatedNode | undefined
}

const EMPTY: readonly never[] = Object.freeze([])

const INITIAL_STATUS: RelatedStatus = Object.freeze({ data: 'none', link: 'connecting', failures: EMPTY })

/** The state before the host has answered. */
export const INITIAL_STATE: RelatedState = Object.freeze({
  root: undefined,
  status: INITIAL_STATUS,
  freshness: Object.freeze(freshnessOf(INITIAL_STATUS)),
})

/** The page's copy of one tree. An unchanged node keeps its reference. */
export class RelatedReplica {
  readonly #poolOf: (resource: string) => ObjectPool
  readonly #network: Network
  #entries = new Map<string, Entry>()
  #root = ''
  #state = INITIAL_STATE
  /** Whether the nodes came from the current host. */
  #filled = false
  #versions: RelatedVersions | undefined

  /** @param poolOf the decoded objects of a resource, which slices share */
  constructor(poolOf: (resource: string) => ObjectPool, network: Network) {
    this.#poolOf = poolOf
    this.#network = network
    this.recheck()
  }

  get state(): RelatedState {
    return this.#state
  }

  /** The versions of the shown rows, as the host sent them. */
  get versions(): RelatedVersions | undefined {
    return this.#versions
  }

  /** The network state of the page has changed; returns whether anything visible did. */
  recheck(): boolean {
    return this.#show(this.#state.status)
  }

  /** Applies an update of the host; returns whether anything visible changed. */
  apply({ root, gone = EMPTY, nodes = EMPTY, versions, status }: RelatedUpdate): boolean {
    const before = this.#entries
    const isFirst = root !== undefined && !this.#filled
    if (isFirst) {
      this.#entries = new Map()
      this.#filled = true
    }
    const left = isFirst ? [...before.values()] : gone.flatMap(id => before.get(id) ?? [])
    for (const id of gone) this.#entries.delete(id)
    for (const node of nodes) this.#take(node, before)
    // Each node precedes those below it.
    for (const { id } of nodes.toReversed()) this.#build(this.#entries.get(id))
    // Released last, so that objects that both hosts have keep their reference.
    for (const entry of left) this.#release(entry)
    this.#root = root ?? this.#root
    this.#versions = versions ?? this.#versions
    return this.#show(status ? statusOf(status) : this.#state.status)
  }

  /** The host has ended or was replaced. The tree stays until that of the next host replaces it. */
  standBy(): boolean {
    this.#filled = false
    return this.#show({ ...this.#state.status, link: 'connecting' })
  }

  /** Shows a failure of the whole connection. The tree stays. */
  fail(message: string): void {
    this.#show({ ...this.#state.status, link: 'stopped', error: new ConnectionError(message) })
  }

  /** Returns to the initial state. With a message, the status reports it from then on. */
  reset(message?: string): void {
    for (const entry of this.#entries.values()) this.#release(entry)
    this.#entries.clear()
    this.#filled = false
    this.#versions = undefined
    this.#state = INITIAL_STATE
    this.recheck()
    if (message !== undefined) this.fail(message)
  }

  #show(status: RelatedStatus): boolean {
    const before = this.#state
    const root = this.#entries.get(this.#root)?.node
    const freshness = keep(freshnessOf(status), before.freshness)
    const next = { root, status: keep(status, before.status), freshness }
    this.#state = keep({ ...next, ...pausedIf(this.#network, status.link) }, before)
    return this.#state !== before
  }

  #take({ id, row, children, events, ...rest }: RelatedNodeUpdate, before: ReadonlyMap<string, Entry>): void {
    const known = this.#entries.get(id)
    const base = known ?? {
      resource: '',
      children: EMPTY,
      events: EMPTY,
      total: 0,
      eventTotal: 0,
      node: before.get(id)?.node,
    }
    const entry: Entry = {
      ...base,
      ...rest,
      children: spliced(base.children, children),
      events: spliced(base.events, events),
    }
    if (row) entry.pooled = this.#poolOf(entry.resource).acquire(row)
    if (row && known) this.#release(known)
    this.#entries.set(id, entry)
  }

  #build(entry: Entry | undefined): void {
    const object = entry?.pooled?.object as KubernetesObject | undefined
    if (!entry) return
    const { resource, total, eventTotal, node } = entry
    const children = keepItems(this.#nodesOf(entry.children), node?.children ?? EMPTY)
    const events = keepItems(
      this.#nodesOf(entry.events).map(event => event.object),
      node?.events ?? EMPTY,
    )
    entry.node = object && keep({ resource, object, children, total, events, eventTotal }, node)
  }

  #nodesOf(ids: readonly string[]): RelatedNode[] {
    return ids.flatMap(id => this.#entries.get(id)?.node ?? [])
  }

  #release({ resource, pooled }: Entry): void {
    if (pooled) this.#poolOf(resource).release(pooled)
  }
}

const spliced = (ids: readonly string[], change: OrderSplice | undefined): readonly string[] =>
  change ? ids.toSpliced(change.at, change.remove, ...change.insert) : ids

const statusOf = ({ error, failures, ...status }: WireRelatedStatus): RelatedStatus => ({
  ...status,
  ...(error && { error: fromWireError(error) }),
  failures: failures.map(failure => ({ ...failure, error: fromWireError(failure.error) })),
})
