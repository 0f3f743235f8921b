import {
  type Random,
  type Row,
  rowAccess,
  type SaveOutcome,
  type SnapshotChange,
  sleep,
} from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type {
  CollectionAddress,
  DiskCollection,
  DiskOwner,
  FirstPaintSnapshot,
  FirstPaintSnapshots,
  SnapshotDisk,
} from '@kube-informer/worker/host'
import type { Agent } from './agent.ts'
import { CheckedSnapshotStore } from './checked-snapshot-store.ts'
import type { Truth } from './truth.ts'
import { VIEWS } from './views.ts'
import type { Violation } from './violation.ts'

/** Longest time that the disk takes for anything. */
const SLOWEST_MS = 40

interface Collection {
  readonly owner: string
  readonly store: CheckedSnapshotStore<Row>
  readonly firstPaint: Map<string, FirstPaintSnapshot>
  /** The host that keeps it; the others get `'not-owner'`. */
  keeper: Agent | undefined
}

/** The disk of an origin, which outlives all its hosts; what they write is held against what the server had. */
export class Platter {
  readonly #truth: Truth
  readonly #collections = new Map<string, Collection>()
  /** By owner: raised when everything of it is erased, and whoever came before it can write nothing any more. */
  readonly #epochs = new Map<string, number>()
  #complaint: Violation | undefined

  constructor(truth: Truth) {
    this.#truth = truth
  }

  /** The first thing on it that was no state of the server. */
  get complaint(): Violation | undefined {
    this.#complaint ??= [...this.#collections.values()].find(({ store }) => store.complaint)?.store.complaint
    return this.#complaint
  }

  /** How many collections are kept for an identity. */
  kept(identity: string): number {
    return [...this.#collections.values()].filter(({ owner }) => JSON.parse(owner).identity === identity)
      .length
  }

  /** The next saves of everything fail. */
  refuseSaves(times: number): void {
    for (const { store } of this.#collections.values()) store.refuse(times)
  }

  epoch(owner: string): number {
    return this.#epochs.get(owner) ?? 0
  }

  erase(owner: string): void {
    this.#epochs.set(owner, this.epoch(owner) + 1)
    for (const [key, collection] of this.#collections)
      if (collection.owner === owner) this.#collections.delete(key)
  }

  find(address: CollectionAddress): Collection | undefined {
    return this.#collections.get(keyOf(address))
  }

  create(address: CollectionAddress): Collection {
    const { namespace, labelSelector, fieldSelector } = address.scope
    const view = VIEWS.find(
      known =>
        known.namespace === (namespace || undefined) &&
        known.labelSelector === (labelSelector || undefined) &&
        known.fieldSelector === (fieldSelector || undefined),
    )
    if (!view) throw new Error(`no page asks for ${JSON.stringify(address.scope)}`)
    const expected = (resourceVersion: string): ReadonlyMap<string, Pod> => {
      const state = [...this.#truth.at(resourceVersion)]
      return new Map(
        state.filter(([, pod]) => (!namespace || pod.metadata.namespace === namespace) && view.holds(pod)),
      )
    }
    const store = new CheckedSnapshotStore<Row>(rowAccess, expected)
    const collection = { owner: ownerOf(address), store, firstPaint: new Map(), keeper: undefined }
    this.#collections.set(keyOf(address), collection)
    return collection
  }
}

const ownerOf = ({ server, identity }: DiskOwner): string => JSON.stringify({ server, identity })
const keyOf = ({ server, identity, resource, scope, shape }: CollectionAddress): string =>
  JSON.stringify([server, identity, resource.plural, scope, shape])

/** The way of one host to the disk, which takes its time. */
export function openDisk(platter: Platter, host: Agent, random: Random): SnapshotDisk {
  const work = () => sleep(host.clock, random() * SLOWEST_MS)
  return {
    collection: address => new HostStore(platter, address, host, work),
    async erase(owner) {
      await work()
      platter.erase(ownerOf(owner))
    },
    status: () => ({ state: 'on' }),
    subscribeStatus: () => () => {},
    close: () => {},
  }
}

/** One collection as one host sees it. */
class HostStore implements DiskCollection {
  readonly #platter: Platter
  readonly #address: CollectionAddress
  readonly #host: Agent
  readonly #work: () => Promise<void>
  readonly #epoch: number

  constructor(platter: Platter, address: CollectionAddress, host: Agent, work: () => Promise<void>) {
    this.#platter = platter
    this.#address = address
    this.#host = host
    this.#work = work
    this.#epoch = platter.epoch(ownerOf(address))
  }

  readonly firstPaint: FirstPaintSnapshots = {
    load: async key => {
      await this.#work()
      return this.#find()?.firstPaint.get(key)
    },
    save: async (key, snapshot) => {
      await this.#work()
      const collection = this.#find()
      if (collection?.keeper === this.#host) collection.firstPaint.set(key, snapshot)
    },
  }

  async load(signal: AbortSignal) {
    await this.#work()
    const collection = this.#find()
    if (collection) this.#claim(collection)
    return await collection?.store.load(signal)
  }

  async save(change: SnapshotChange<Row>, signal: AbortSignal): Promise<SaveOutcome> {
    await this.#work()
    const found = this.#find()
    // Somebody may have erased everything while this was on its way.
    if (this.#isFenced) return 'not-owner'
    if (!found && change.type === 'delta') return 'not-owner'
    const collection = found ?? this.#platter.create(this.#address)
    const kept = collection.keeper === this.#host
    if (!this.#claim(collection) || (!kept && change.type === 'delta')) return 'not-owner'
    return await collection.store.save(change, signal)
  }

  release(): void {
    const collection = this.#find()
    if (collection?.keeper === this.#host) collection.keeper = undefined
  }

  get #isFenced(): boolean {
    return this.#platter.epoch(ownerOf(this.#address)) !== this.#epoch
  }

  #find(): Collection | undefined {
    return this.#isFenced ? undefined : this.#platter.find(this.#address)
  }

  /** Whether this host keeps it from now on: nobody else who lives does. */
  #claim(collection: Collection): boolean {
    if (collection.keeper !== this.#host && collection.keeper?.isAlive) return false
    collection.keeper = this.#host
    return true
  }
}
