import {
  createListWatch,
  type KubernetesObject,
  type List,
  type ObjectName,
  type ResourceDefinition,
  SharedIndexInformer,
  type SharedIndexInformerOptions,
  type SubresourceObject,
  systemClock,
  UsageError,
} from '@kube-informer/core'
import { abortable, onAbort, withResolvers } from '@kube-informer/core/internal'
import type { ObjectReadOptions, ReadListOptions, ReadOptions } from '../api/client.ts'
import type { Cache } from './cache.ts'
import { CacheError, syncTimeout } from './cache-error.ts'
import type { CacheOptions } from './cache-options.ts'
import { optionsOf, type ResolvedScope, scopesOf } from './cache-scopes.ts'
import { findCached, getCached, listCached } from './cached-reads.ts'
import { catchUp } from './catch-up.ts'
import { type FieldValues, fieldIndex, fieldIndexName } from './field-index.ts'
import { keepIdentity } from './kept-identity.ts'
import { KindInformer } from './kind-informer.ts'
import { formName, isMetadataOnly } from './metadata-only.ts'

const TEN_HOURS_MS = 36_000_000

/** An informer of the cache, and how it stops. */
interface Entry {
  readonly informer: KindInformer
  readonly stop: AbortController
  /** Set once it was started. */
  running?: Promise<unknown>
  /** Set while it catches up, and afterwards. */
  catchingUp?: Promise<void> | undefined
  isCaughtUp?: boolean
}

/** Starts an informer, unless it was started before. */
function start(entry: Entry): Promise<unknown> {
  const { informer, stop } = entry
  entry.running ??= Promise.all(informer.parts.map(part => part.informer.run(stop.signal)))
  return entry.running
}

/** The cache of `createCache`. */
export class InformerCache implements Cache {
  readonly group = 'caches'
  readonly needsLeaderElection = false
  readonly #options: CacheOptions
  readonly #entries = new Map<string, Entry>()
  /** Index functions by form and name. They outlast the informers, so that a new one has them, too. */
  readonly #fields = new Map<string, Map<string, FieldValues<KubernetesObject>>>()
  readonly #started = withResolvers<void>()
  #signal: AbortSignal | undefined
  /** Whether `catchUp` was called: informers that sync later catch up, too. */
  #catchesUp = false

  constructor(options: CacheOptions) {
    this.#options = options
    // Invalid options of a resource throw here rather than at its first read.
    for (const { resource } of options.resources ?? []) scopesOf(resource, options)
  }

  get isRunning(): boolean {
    return this.#signal?.aborted === false
  }

  async run(signal: AbortSignal): Promise<void> {
    if (this.#signal) throw new UsageError('the cache was started more than once')
    this.#signal = signal
    for (const entry of this.#entries.values()) void start(entry)
    this.#started.resolve()
    await new Promise<unknown>(resolve => onAbort(signal, resolve))
    for (const { stop } of this.#entries.values()) stop.abort(signal.reason)
    await Promise.all([...this.#entries.values()].map(start))
  }

  async waitForSync(signal?: AbortSignal): Promise<void> {
    await abortable(this.#started.promise, signal)
    await Promise.all([...this.#entries.values()].map(({ informer }) => informer.synced(signal)))
  }

  async catchUp(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    this.#catchesUp = true
    // The others catch up before their first read.
    const synced = [...this.#entries.values()].filter(({ informer }) => informer.hasSynced())
    await Promise.all(
      synced.map(async entry => {
        try {
          await this.#catchUp(entry, signal)
        } catch (error) {
          signal.throwIfAborted()
          if (!entry.informer.isStopped) throw error
        }
      }),
    )
  }

  async #catchUp(entry: Entry, signal?: AbortSignal): Promise<void> {
    const { client, onWatchError, clock = systemClock, random = Math.random } = this.#options
    const ending = new AbortController()
    const removals = [signal, entry.stop.signal].map(each => onAbort(each, reason => ending.abort(reason)))
    const options = { client, clock, random, onError: onWatchError }
    const catchingUp = catchUp(entry.informer, options, ending.signal)
    entry.catchingUp = catchingUp
    try {
      await catchingUp
      entry.isCaughtUp = true
    } catch (error) {
      if (entry.catchingUp === catchingUp) entry.catchingUp = undefined
      throw error
    } finally {
      for (const remove of removals) remove()
    }
  }

  informerFor<T extends KubernetesObject>(resource: ResourceDefinition<T>): KindInformer<T> {
    const name = formName(resource)
    const known = this.#entries.get(name)
    // The form determines the type.
    if (known) return known.informer as unknown as KindInformer<T>
    const informer = this.#create(resource)
    const entry: Entry = { informer: informer as unknown as KindInformer, stop: new AbortController() }
    this.#entries.set(name, entry)
    if (this.#signal?.aborted) entry.stop.abort(this.#signal.reason)
    if (this.#signal) void start(entry)
    return informer
  }

  async readableInformer<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    { signal }: Pick<ReadOptions, 'signal'> = {},
  ): Promise<KindInformer<T>> {
    signal?.throwIfAborted()
    if (!this.isRunning) throw new CacheError('not-started', 'the cache is not started, can not read objects')
    if (this.#options.readerFailOnMissingInformer && !this.hasInformer(resource))
      throw new CacheError('not-cached', `${formName(resource)} is not cached`)
    const informer = this.informerFor(resource)
    const entry = this.#entries.get(formName(resource))
    const isStale = () => this.#catchesUp && entry?.isCaughtUp !== true
    if (informer.hasSynced() && !isStale()) return informer
    try {
      await informer.synced(signal)
      // The first list may come from an API server whose watch cache is stale.
      if (entry && isStale()) await abortable(entry.catchingUp ?? this.#catchUp(entry), signal)
    } catch (error) {
      throw syncTimeout(formName(resource), error)
    }
    return informer
  }

  hasInformer(resource: ResourceDefinition): boolean {
    return this.#entries.has(formName(resource))
  }

  async removeInformer(resource: ResourceDefinition): Promise<void> {
    const entry = this.#entries.get(formName(resource))
    if (!entry) return
    this.#entries.delete(formName(resource))
    entry.stop.abort()
    // An informer that never ran stops, too, so that its users see that it is gone.
    await start(entry)
  }

  indexField<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    field: string,
    valuesOf: FieldValues<T>,
  ): void {
    const name = formName(resource)
    const fields = this.#fields.get(name) ?? new Map<string, FieldValues<KubernetesObject>>()
    if (fields.has(field)) throw new UsageError(`indexer conflict: ${fieldIndexName(field)} of ${name}`)
    if (this.hasInformer(resource))
      this.informerFor(resource).addIndexers({ [fieldIndexName(field)]: fieldIndex(valuesOf) })
    this.#fields.set(name, fields.set(field, valuesOf as FieldValues<KubernetesObject>))
  }

  async get<T extends KubernetesObject, S extends string | undefined = undefined>(
    resource: ResourceDefinition<T>,
    object: ObjectName,
    options?: ObjectReadOptions<S>,
  ): Promise<SubresourceObject<T, S>> {
    return getCached(await this.readableInformer(resource, options), object, options)
  }

  async find<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    object: ObjectName,
    options?: ReadOptions,
  ): Promise<T | undefined> {
    return findCached(await this.readableInformer(resource, options), object)
  }

  async list<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    options: ReadListOptions = {},
  ): Promise<List<T>> {
    return listCached(await this.readableInformer(resource, options), options)
  }

  #create<T extends KubernetesObject>(resource: ResourceDefinition<T>): KindInformer<T> {
    const scopes = scopesOf(resource, this.#options)
    const parts = scopes.map(scope => ({ ...scope, informer: this.#createPart(resource, scope) }))
    return new KindInformer(resource, parts)
  }

  #createPart<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    { namespace, labelSelector, fieldSelector, transform }: ResolvedScope,
  ): SharedIndexInformer<T> {
    const { client, watchList, clock, random = Math.random } = this.#options
    const { onHandlerError, onWatchError } = this.#options
    const listerWatcher = createListWatch(client, resource, {
      ...(namespace && { namespace }),
      ...{ labelSelector, fieldSelector },
      ...(isMetadataOnly(resource) && { metadataOnly: true }),
    })
    const syncPeriodMs =
      optionsOf(resource, this.#options)?.syncPeriodMs ?? this.#options.syncPeriodMs ?? TEN_HOURS_MS
    const fields = [...(this.#fields.get(formName(resource)) ?? [])]
    const options: SharedIndexInformerOptions<T> = {
      listerWatcher,
      // Informers that started together must not resync together.
      resyncPeriodMs: syncPeriodMs * (0.9 + 0.2 * random()),
      transform: transform && (keepIdentity(transform) as (object: KubernetesObject) => T),
      indexers: Object.fromEntries(
        fields.map(([field, valuesOf]) => [fieldIndexName(field), fieldIndex(valuesOf)]),
      ),
      ...{ watchList, clock, random, onHandlerError },
      ...(onWatchError && { onWatchError: (error: unknown) => onWatchError(resource, error) }),
    }
    return new SharedIndexInformer(options)
  }
}
