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
import { CheckedSnapshotStore } from './checked-snapshot-store.ts'
import type { ReadScope } from './host-answers.ts'
import { SCOPES } from './scopes.ts'
import type { ScriptContext } from './script-context.ts'
import type { ServerLog } from './server-log.ts'
import { Violation } from './violation.ts'

/** The longest duration of an operation. */
const MAX_LATENCY_MS = 40

type Scope = CollectionAddress['scope']

interface Collection {
  readonly owner: string
  readonly scope: Scope
  readonly store: CheckedSnapshotStore<Row>
  readonly firstPaint: Map<string, FirstPaintSnapshot>
  /** The host that may write; the saves of other hosts resolve to `'not-owner'`. */
  writer: ScriptContext | undefined
}

/** The disk of an origin, which outlasts all hosts. Each write is compared with the server's state. */
export class MemoryDisk {
  readonly #log: ServerLog
  readonly #collections = new Map<string, Collection>()
  /** By owner. Incremented when the owner's data is erased; a host with an older generation can no longer write. */
  readonly #generations = new Map<string, number>()
  #violation: Violation | undefined

  constructor(log: ServerLog) {
    this.#log = log
  }

  /** The first violation in a collection. */
  get violation(): Violation | undefined {
    this.#violation ??= [...this.#collections.values()].find(({ store }) => store.violation)?.store.violation
    return this.#violation
  }

  /** The number of collections of an identity. */
  collectionsOf(identity: string): number {
    return [...this.#collections.values()].filter(({ owner }) => JSON.parse(owner).identity === identity)
      .length
  }

  /** Whether there is a collection of an identity's Pods in a scope. */
  holds(identity: string, { namespace, labelSelector, fieldSelector }: ReadScope): boolean {
    return [...this.#collections.values()].some(
      ({ owner, scope }) =>
        JSON.parse(owner).identity === identity &&
        (scope.namespace ?? '') === namespace &&
        (scope.labelSelector ?? '') === labelSelector &&
        (scope.fieldSelector ?? '') === fieldSelector,
    )
  }

  /** Makes the next saves of all collections fail. */
  failSaves(times: number): void {
    for (const { store } of this.#collections.values()) store.failSaves(times)
  }

  /** Only states of the server are persisted, not the effects of pending writes. */
  checkRows({ rows, resourceVersion }: FirstPaintSnapshot): void {
    const row = rows.find(each => !/^\d+$/.test(each.resourceVersion))
    if (row)
      this.#violation ??= new Violation(`the snapshot at ${resourceVersion} has a row ${row.resourceVersion}`)
  }

  generation(owner: string): number {
    return this.#generations.get(owner) ?? 0
  }

  erase(owner: string): void {
    this.#generations.set(owner, this.generation(owner) + 1)
    for (const [key, collection] of this.#collections)
      if (collection.owner === owner) this.#collections.delete(key)
  }

  remove(address: CollectionAddress): void {
    this.#collections.delete(keyOf(address))
  }

  find(address: CollectionAddress): Collection | undefined {
    return this.#collections.get(keyOf(address))
  }

  create(address: CollectionAddress): Collection {
    const { namespace, labelSelector, fieldSelector } = address.scope
    // The worker adds the namespace and the name that a slice shows to the scope of its page.
    const [, other = '', name] = /^(.*?),?(?:metadata\.name=(.*))?$/.exec(fieldSelector ?? '') ?? []
    const tested = SCOPES.find(
      scope =>
        (scope.namespace === undefined || scope.namespace === namespace) &&
        scope.labelSelector === (labelSelector || undefined) &&
        scope.fieldSelector === (other || undefined),
    )
    if (!tested) throw new Error(`no page has the scope ${JSON.stringify(address.scope)}`)
    const expected = (resourceVersion: string): ReadonlyMap<string, Pod> => {
      const state = [...this.#log.podsAt(resourceVersion)]
      return new Map(
        state.filter(
          ([, pod]) =>
            (!namespace || pod.metadata.namespace === namespace) &&
            (name === undefined || pod.metadata.name === name) &&
            tested.includes(pod),
        ),
      )
    }
    const store = new CheckedSnapshotStore<Row>(rowAccess, expected)
    const { scope } = address
    const collection = { owner: ownerOf(address), scope, store, firstPaint: new Map(), writer: undefined }
    this.#collections.set(keyOf(address), collection)
    return collection
  }
}

const ownerOf = ({ server, identity }: DiskOwner): string => JSON.stringify({ server, identity })
const keyOf = ({ server, identity, resource, scope, shape }: CollectionAddress): string =>
  JSON.stringify([server, identity, resource.plural, scope, shape])

/** One host's access to the disk. Each operation takes a random time. */
export function openDisk(disk: MemoryDisk, host: ScriptContext, random: Random): SnapshotDisk {
  const delay = () => sleep(host.clock, random() * MAX_LATENCY_MS)
  return {
    collection: address => new HostStore(disk, address, host, delay),
    async erase(owner) {
      await delay()
      disk.erase(ownerOf(owner))
    },
    status: () => ({ state: 'on' }),
    subscribeStatus: () => () => {},
    close: () => {},
  }
}

/** One host's access to one collection. */
class HostStore implements DiskCollection {
  readonly #disk: MemoryDisk
  readonly #address: CollectionAddress
  readonly #host: ScriptContext
  readonly #delay: () => Promise<void>
  readonly #generation: number

  constructor(disk: MemoryDisk, address: CollectionAddress, host: ScriptContext, delay: () => Promise<void>) {
    this.#disk = disk
    this.#address = address
    this.#host = host
    this.#delay = delay
    this.#generation = disk.generation(ownerOf(address))
  }

  readonly firstPaint: FirstPaintSnapshots = {
    load: async key => {
      await this.#delay()
      return this.#find()?.firstPaint.get(key)
    },
    save: async (key, snapshot) => {
      await this.#delay()
      const collection = this.#find()
      if (collection?.writer !== this.#host) return
      collection.firstPaint.set(key, snapshot)
      this.#disk.checkRows(snapshot)
    },
  }

  async load(signal: AbortSignal) {
    await this.#delay()
    const collection = this.#find()
    if (collection) this.#claim(collection)
    return await collection?.store.load(signal)
  }

  async save(change: SnapshotChange<Row>, signal: AbortSignal): Promise<SaveOutcome> {
    await this.#delay()
    const found = this.#find()
    // The data may have been erased during the delay.
    if (this.#isErased) return 'not-owner'
    if (!found && change.type === 'delta') return 'not-owner'
    const collection = found ?? this.#disk.create(this.#address)
    const wasWriter = collection.writer === this.#host
    if (!this.#claim(collection) || (!wasWriter && change.type === 'delta')) return 'not-owner'
    return await collection.store.save(change, signal)
  }

  async erase(): Promise<void> {
    await this.#delay()
    if (!this.#isErased) this.#disk.remove(this.#address)
  }

  release(): void {
    const collection = this.#find()
    if (collection?.writer === this.#host) collection.writer = undefined
  }

  get #isErased(): boolean {
    return this.#disk.generation(ownerOf(this.#address)) !== this.#generation
  }

  #find(): Collection | undefined {
    return this.#isErased ? undefined : this.#disk.find(this.#address)
  }

  /** Makes this host the writer, unless the writer is another running host. Returns whether it succeeded. */
  #claim(collection: Collection): boolean {
    if (collection.writer !== this.#host && collection.writer?.isAlive) return false
    collection.writer = this.#host
    return true
  }
}
