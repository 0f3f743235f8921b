import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { Reader, ReadOptions } from '../api/client.ts'
import type { Runnable } from '../api/runnable.ts'
import type { FieldValues } from './field-index.ts'
import type { KindInformer } from './kind-informer.ts'

/**
 * Informers on demand, and reads from them (controller-runtime `cache.Cache`).
 *
 * - The first read of a resource starts an informer and waits for its first list, bounded by the read's signal. The
 *   metadata-only form has an informer of its own.
 * - Objects are frozen and shared. `draftOf` makes a copy that may be changed.
 * - A list is restricted by namespace, labels, exact matches of indexed fields, and a limit. There are no pages.
 * - Reads before `run` fail. They do not wait for writes; a client's do.
 */
export interface Cache extends Reader, Runnable {
  /** Whether `run` was called, and its signal has not aborted. */
  readonly isRunning: boolean
  /**
   * The informer of a resource, created on the first call. It starts with the cache, or at once if that is running. The
   * call returns at once; `synced` waits for the first list.
   */
  informerFor<T extends KubernetesObject>(resource: ResourceDefinition<T>): KindInformer<T>
  /**
   * The informer that a read uses, once it has synced, and has caught up if `catchUp` was called. Rejects with a CacheError
   * before the start, and with `readerFailOnMissingInformer` where there is none; with a StatusError of reason Timeout if
   * it cannot sync.
   */
  readableInformer<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    options?: Pick<ReadOptions, 'signal'>,
  ): Promise<KindInformer<T>>
  /** Whether there is an informer of the resource in this form. */
  hasInformer(resource: ResourceDefinition): boolean
  /**
   * Stops an informer; its handlers receive nothing more. Resolves when it has ended. A later read starts another one, and
   * so does a kind source that is watching: end the watches of the resource first, for example before its CRD is removed.
   */
  removeInformer(resource: ResourceDefinition): Promise<void>
  /**
   * Indexes a field, so that lists can select its values with `fieldSelector`. Returns at once. Throws a UsageError if
   * the field is indexed already.
   *
   * @example
   * cache.indexField(pods, 'spec.nodeName', pod => pod.spec?.nodeName)
   */
  indexField<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    field: string,
    valuesOf: FieldValues<T>,
  ): void
  /** Resolves once the cache runs and all informers of now have synced. */
  waitForSync(signal?: AbortSignal): Promise<void>
  /**
   * Resolves once every informer that has synced has all changes that the server had at the time of the call. Those that
   * sync later catch up before their first read resolves. A controller calls it before it works: its cache may not yet
   * have the last writes of the leader before it, or of its own process before a restart.
   */
  catchUp(signal: AbortSignal): Promise<void>
  /** Runs the informers until the signal aborts; resolves when all have ended. Once only. */
  run(signal: AbortSignal): Promise<void>
}
