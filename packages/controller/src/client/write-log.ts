import {
  type Clock,
  type InformerClient,
  type KubernetesObject,
  type ResourceDefinition,
  splitMetaNamespaceKey,
} from '@kube-informer/core'
import type { Cache } from './cache.ts'
import { type Demand, isComparable, isMet, isSeen, joinDemands } from './demand.ts'
import { InformerProgress } from './informer-progress.ts'
import type { KindInformer, KindInformerPart } from './kind-informer.ts'
import { type CollectionDemand, collectionCheck, liveCollectionDemand, liveDemand } from './live-demands.ts'
import { metadataOnly } from './metadata-only.ts'
import { excludes } from './scope-excludes.ts'
import { isWithin, type ReadTarget, WritesInFlight, type WriteTarget } from './writes-in-flight.ts'

type Part = KindInformerPart<KubernetesObject>

/** Above this number of writes that the cache has not seen, the next read asks the server instead. */
const MAX_DEMANDS = 4_096
const FIRST_SWEEP = 64

export interface WriteLogOptions {
  /** The resource, not in its metadata-only form. */
  readonly resource: ResourceDefinition
  readonly client: InformerClient
  readonly cache: Cache
  readonly clock: Clock
}

/** A write of unknown outcome that affects any objects of a namespace, and the parts of the cache that have caught up. */
interface UncertainCollection {
  readonly namespace: string
  readonly caughtUp: WeakSet<object>
}

/**
 * The writes of one resource that its informers may not have seen. All forms of the resource share it, so that a read of
 * metadata waits for a write of the whole object, and the reverse.
 *
 * A write that informers have seen is forgotten: after a read that waited for it, and in sweeps, each of which follows
 * after as many writes as the previous one left. Its size is thus proportional to what is unseen, and bounded.
 */
export class WriteLog {
  readonly inFlight: WritesInFlight = new WritesInFlight()
  readonly #options: WriteLogOptions
  readonly #demands = new Map<string, Demand>()
  /** Keys of writes of unknown outcome; each mark is an object of its own, so that a later one is not removed. */
  readonly #uncertain = new Map<string, object>()
  #uncertainCollections: readonly UncertainCollection[] = []
  readonly #progress = new WeakMap<Part['informer'], InformerProgress>()
  #sweepAt = FIRST_SWEEP

  constructor(options: WriteLogOptions) {
    this.#options = options
  }

  /** The number of keys that are remembered. */
  get size(): number {
    return this.#demands.size + this.#uncertain.size
  }

  /** Whether no read has anything to wait for. */
  get isEmpty(): boolean {
    return this.size === 0 && this.inFlight.size === 0 && this.#uncertainCollections.length === 0
  }

  /** Demands that reads of the key see a write. */
  demand(key: string, demand: Demand): void {
    for (const part of this.#partsOf(key)) this.#progressOf(part).note()
    const { resourceVersion } = demand
    // A server whose resourceVersions have no order leaves nothing to compare.
    if (resourceVersion !== undefined && !isComparable(resourceVersion)) return
    this.#demands.set(key, joinDemands(this.#demands.get(key), demand))
    this.#sweepIfDue()
  }

  /** A write may have happened, or the server has shown that the cache is behind: the next read asks the server. */
  doubt(target: WriteTarget): void {
    if (target.type === 'object') this.#uncertain.set(target.key, {})
    else {
      const others = this.#uncertainCollections.filter(each => !isWithin(target.namespace, each.namespace))
      const covering = this.#uncertainCollections.find(({ namespace }) => namespace === '')
      const namespace = covering ? '' : target.namespace
      this.#uncertainCollections = [...(covering ? [] : others), { namespace, caughtUp: new WeakSet() }]
    }
    this.#sweepIfDue()
  }

  /** The uids that the caches have under a key. */
  cachedUids(key: string): readonly string[] {
    return this.#partsOf(key).flatMap(({ informer }) => informer.indexer.getByKey(key)?.metadata?.uid ?? [])
  }

  /** Whether a write of the key is not seen yet. */
  hasDemand(key: string): boolean {
    return this.#demands.has(key)
  }

  /** Whether a part of the cache has seen all answered writes that affect the read. */
  isCaughtUp(part: Part, target: ReadTarget): boolean {
    if (this.#collectionsFor(part, target).length > 0) return false
    return this.#keysOf(this.#uncertain, target, part).length === 0 && this.#unseen(part, target).length === 0
  }

  /** Waits until a part of the cache has seen all answered writes from before the call that affect the read. */
  async catchUp(part: Part, target: ReadTarget, signal: AbortSignal | undefined): Promise<void> {
    for (const collection of this.#collectionsFor(part, target)) await this.#settle(collection, part, signal)
    await Promise.all(
      this.#keysOf(this.#uncertain, target, part).map(key => this.#clarify(key, part, signal)),
    )
    const unseen = [...this.#unseen(part, target)]
    await this.#progressOf(part).until(() => {
      // Removes what is met, so that a list does not look at it again.
      for (let last = unseen.at(-1); last; last = unseen.at(-1)) {
        if (!isMet(last.demand, last.key, part)) return false
        unseen.pop()
        this.#forget(last.key, last.demand)
      }
      return true
    }, signal)
  }

  #collectionsFor(part: Part, { namespace }: ReadTarget): readonly UncertainCollection[] {
    return this.#uncertainCollections.filter(
      each => isWithin(each.namespace, namespace) && !each.caughtUp.has(part.informer),
    )
  }

  /** The demands on a read that the part does not meet. Forgets the others. */
  #unseen(part: Part, target: ReadTarget): readonly { readonly key: string; readonly demand: Demand }[] {
    return this.#keysOf(this.#demands, target, part).flatMap(key => {
      const demand = this.#demands.get(key)
      if (!demand) return []
      if (!isMet(demand, key, part)) return [{ key, demand }]
      this.#forget(key, demand)
      return []
    })
  }

  #keysOf(map: ReadonlyMap<string, unknown>, target: ReadTarget, part: Part): readonly string[] {
    if (target.type === 'object') return map.has(target.key) ? [target.key] : []
    if (map.size === 0) return []
    return [...map.keys()].filter(key => {
      const { namespace } = splitMetaNamespaceKey(key)
      return isWithin(target.namespace, namespace) && this.#partsOf(key).includes(part)
    })
  }

  /** Replaces the doubt about a key by what the server has now. */
  async #clarify(key: string, part: Part, signal: AbortSignal | undefined): Promise<void> {
    const { client, resource } = this.#options
    const mark = this.#uncertain.get(key)
    const { uid } = this.#demands.get(key) ?? {}
    const demand = await liveDemand(client, { resource, key, part, uid }, signal)
    this.demand(key, demand)
    if (this.#uncertain.get(key) === mark) this.#uncertain.delete(key)
  }

  async #settle(collection: UncertainCollection, part: Part, signal: AbortSignal | undefined): Promise<void> {
    const { client, resource } = this.#options
    const { namespace } = collection
    const written = this.#writtenIn(namespace, part)
    const demand = await liveCollectionDemand(client, { resource, namespace, part, written }, signal)
    for (const [key, uid] of demand.gone)
      if (this.#demands.get(key)?.uid === uid) this.demand(key, { gone: [uid] })
    await this.#progressOf(part).until(collectionCheck(demand, part), signal)
    collection.caughtUp.add(part.informer)
    const isDone = this.#parts()
      .filter(each => isWithin(each.namespace, namespace))
      .every(({ informer }) => collection.caughtUp.has(informer))
    if (isDone) this.#uncertainCollections = this.#uncertainCollections.filter(each => each !== collection)
  }

  /** The objects that the part may not have yet, and that its selectors do not exclude. */
  #writtenIn(namespace: string, part: Part): CollectionDemand['gone'] {
    return this.#keysOf(this.#demands, { type: 'list', namespace }, part).flatMap(key => {
      const { uid, metadata } = this.#demands.get(key) ?? {}
      return uid === undefined || (metadata && excludes(part, metadata)) ? [] : [[key, uid] as const]
    })
  }

  #forget(key: string, demand: Demand): void {
    if (this.#demands.get(key) !== demand) return
    if (demand.keepUntil !== undefined && demand.keepUntil > this.#options.clock.now()) return
    const parts = this.#partsOf(key)
    if (parts.length > 0 && parts.every(part => isSeen(demand, key, part))) this.#demands.delete(key)
  }

  #sweepIfDue(): void {
    if (this.size < this.#sweepAt) return
    for (const [key, demand] of this.#demands) this.#forget(key, demand)
    if (this.size > MAX_DEMANDS) {
      this.#clear()
      this.#uncertainCollections = [{ namespace: '', caughtUp: new WeakSet() }]
    }
    this.#sweepAt = Math.max(FIRST_SWEEP, 2 * this.size)
  }

  #clear(): void {
    this.#demands.clear()
    this.#uncertain.clear()
    this.#uncertainCollections = []
  }

  /** The informers of all forms. */
  #informers(): readonly KindInformer<KubernetesObject>[] {
    const { cache, resource } = this.#options
    return [resource, metadataOnly(resource)].flatMap(form =>
      cache.hasInformer(form) ? [cache.informerFor<KubernetesObject>(form)] : [],
    )
  }

  #parts(): readonly Part[] {
    return this.#informers().flatMap(({ parts }) => parts)
  }

  #partsOf(key: string): readonly Part[] {
    const { namespace } = splitMetaNamespaceKey(key)
    return this.#informers().flatMap(informer => informer.partOf(namespace) ?? [])
  }

  #progressOf(part: Part): InformerProgress {
    const known = this.#progress.get(part.informer)
    if (known) return known
    const { clock } = this.#options
    const made = new InformerProgress({ part, clock, onReset: () => this.#clear() })
    this.#progress.set(part.informer, made)
    return made
  }
}
