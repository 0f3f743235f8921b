import {
  type HandlerRegistration,
  type KubernetesObject,
  type ResourceDefinition,
  resourceName,
  sleep,
  UsageError,
} from '@kube-informer/core'
import { abortable, errorMessage, onAbort } from '@kube-informer/core/internal'
import type { EventHandler } from '../api/event-handler.ts'
import type { Predicate } from '../api/predicate.ts'
import type { RequestQueue } from '../api/request-queue.ts'
import type { Source, SourceContext } from '../api/source.ts'
import type { EventInformer } from './event-informer.ts'
import type { EventTarget } from './handle-events.ts'
import { resourceEventHandler } from './resource-event-handler.ts'
import { StartOnce } from './start-once.ts'

/** The pause before the cache is asked for an informer again (controller-runtime's poll interval of `Kind`). */
const RETRY_MS = 10_000

/** The part of a cache that a source uses. */
export interface InformerProvider {
  /** The informer of a resource. May reject while the server does not serve the resource. */
  informerFor<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
  ): EventInformer<T> | Promise<EventInformer<T>>
}

/** The handler and the predicates of the events, and the scope that is watched. */
export interface KindSourceOptions<T extends KubernetesObject> {
  readonly cache: InformerProvider
  readonly resource: ResourceDefinition<T>
  readonly handler: EventHandler<T>
  /** All must pass an event; asked in order. @default none */
  readonly predicates?: readonly Predicate<T>[] | undefined
}

/**
 * The events of a resource, from the informer of a cache (controller-runtime `source.Kind`).
 *
 * A resource that is missing (its CRD is not installed yet), or may not be read, is asked for every ten seconds. It is an
 * error only at the controller's `cacheSyncTimeoutMs`. The handler is removed when the controller stops, or the watch ends;
 * the informer stays in the cache.
 *
 * If the cache removes the informer (`removeInformer`), the source asks for a new one at once. Its first list comes as
 * creates; what was deleted in between is not reported.
 *
 * @example controller.watch(kindSource({ cache, resource: pods, handler: enqueueRequestForObject, predicates: [generationChanged] }))
 */
export const kindSource = <T extends KubernetesObject>(options: KindSourceOptions<T>): Source =>
  new KindSource(options)

/** A handler that is registered with an informer. */
interface Connection<T> {
  readonly informer: EventInformer<T>
  readonly registration: HandlerRegistration
  /** Aborts when the informer or the source stops. */
  readonly ended: AbortSignal
}

class KindSource<T extends KubernetesObject> implements Source {
  readonly description: string
  readonly #options: KindSourceOptions<T>
  readonly #starts: StartOnce
  #synced: Promise<void> = Promise.resolve()

  constructor(options: KindSourceOptions<T>) {
    this.#options = options
    this.description = `kind source: ${options.resource ? resourceName(options.resource) : 'unknown'}`
    this.#starts = new StartOnce(this.description)
  }

  start(queue: RequestQueue, signal: AbortSignal, context: SourceContext): void {
    const { resource, cache, handler, predicates = [] } = this.#options
    if (!resource) throw new UsageError('must create Kind with a non-nil object')
    if (!cache) throw new UsageError('must create Kind with a non-nil cache')
    if (!handler) throw new UsageError('must create Kind with non-nil handler')
    this.#starts.start(signal)
    const target = { handler, predicates, queue, context, signal, description: this.description }
    this.#synced = this.#connect(target, signal)
    this.#synced.catch(error => context.log.error('a source has failed', error, { source: this.description }))
  }

  async waitForSync(signal: AbortSignal): Promise<void> {
    await abortable(this.#synced, signal)
  }

  /** Registers the handler, and waits until it has handled the first list. Resolves also when the signal aborts. */
  async #connect(target: EventTarget<T>, signal: AbortSignal): Promise<void> {
    const report = this.#reporter(target.context)
    let connection: Connection<T> | undefined
    let removed: EventInformer<T> | undefined
    while (!signal.aborted) {
      let informer: EventInformer<T> | undefined
      try {
        informer = await this.#options.cache.informerFor(this.#options.resource)
        if (connection?.informer !== informer) connection = this.#register(informer, target, signal)
        await informer.synced(connection.ended)
        await abortable(connection.registration.synced, connection.ended)
        onAbort(connection.ended, () => void this.#reconnect(target, signal))
        return
      } catch (error) {
        if (signal.aborted) return
        if (informer?.isStopped) {
          // The cache has another informer if it removed this one. If it has not, the cache itself has stopped.
          if (informer === removed) throw new Error('cache did not sync', { cause: error })
          removed = informer
          continue
        }
        report(error)
      }
      await sleep(target.context.clock, RETRY_MS, signal)
    }
  }

  /** Follows the removal of the informer from the cache. */
  async #reconnect(target: EventTarget<T>, signal: AbortSignal): Promise<void> {
    const { log } = target.context
    // One stop may end the cache first and then this source.
    await Promise.resolve()
    if (signal.aborted) return
    log.debug('the cache has removed the informer of a source', { source: this.description })
    try {
      await this.#connect(target, signal)
    } catch (error) {
      log.error('a source has lost its informer, and the cache has no other', error, {
        source: this.description,
      })
    }
  }

  #register(informer: EventInformer<T>, target: EventTarget<T>, signal: AbortSignal): Connection<T> {
    const registration = informer.addEventHandler(resourceEventHandler(target), { name: this.description })
    const ending = new AbortController()
    const end = (reason: unknown) => {
      registration.remove()
      unsubscribe?.()
      removeListener()
      ending.abort(reason)
    }
    const unsubscribe = informer.subscribeStatus?.(() => {
      if (informer.isStopped) end(new Error('the informer has stopped'))
    })
    const removeListener = onAbort(signal, end)
    return { informer, registration, ended: ending.signal }
  }

  /** Repeats of an error are no news. */
  #reporter({ log }: SourceContext): (error: unknown) => void {
    const fields = { source: this.description }
    let last: string | undefined
    return error => {
      const message = errorMessage(error)
      if (message === last) log.debug('a source still has no informer', fields)
      else log.error('a source has no informer; if the kind is a CRD, it should be installed', error, fields)
      last = message
    }
  }
}
