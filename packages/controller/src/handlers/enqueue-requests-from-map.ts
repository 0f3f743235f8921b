import type { KubernetesObject } from '@kube-informer/core'
import type { EventHandler } from '../api/event-handler.ts'
import { isThenable } from '../api/is-thenable.ts'
import { type RequestLike, requestKey } from '../api/request.ts'
import type { EnqueueOptions, RequestQueue } from '../api/request-queue.ts'
import { enqueueOptionsOf } from './priority.ts'

type Requests = Iterable<RequestLike> | undefined

/** Names the requests that an object concerns. Undefined: none. */
export type MapFunction<T = KubernetesObject> = (object: T) => Requests | PromiseLike<Requests>

/** The requests of one event: each of them is added once. */
class RequestSet {
  readonly #queue: RequestQueue
  readonly #options: EnqueueOptions | undefined
  readonly #seen = new Set<string>()

  constructor(queue: RequestQueue, options: EnqueueOptions | undefined) {
    this.#queue = queue
    this.#options = options
  }

  readonly add = (requests: Requests): void => {
    for (const request of requests ?? []) {
      const key = requestKey(request)
      if (!this.#seen.has(key)) this.#queue.add(request, this.#options)
      this.#seen.add(key)
    }
  }
}

/**
 * Enqueues the requests that a function returns for the object (controller-runtime `handler.EnqueueRequestsFromMapFunc`).
 * For an update, the function receives the old state and then the new one, and each request is added once. If it fails for one
 * of them, the requests of the other are added nevertheless.
 *
 * The function may be asynchronous. The next event of the source waits for it, so requests keep the order of the events,
 * and the source has not synced before the requests of its first list are in the queue. If the function throws or
 * rejects, the source reports the error, continues with the events of other objects, and calls it again with backoff, for
 * about ten minutes.
 *
 * @example enqueueRequestsFromMap<ConfigMap>(({ metadata }) => [{ namespace: metadata?.namespace, name: 'web' }])
 */
export const enqueueRequestsFromMap =
  <T extends KubernetesObject = KubernetesObject>(map: MapFunction<T>): EventHandler<T> =>
  (event, queue) => {
    const requests = new RequestSet(queue, enqueueOptionsOf(event))
    if (event.type !== 'update') return addAll(map, event.object, requests)
    let failure: { readonly error: unknown } | undefined
    const fail = (error: unknown): void => {
      failure ??= { error }
    }
    const report = (): void => {
      if (failure) throw failure.error
    }
    // The new state is mapped even if the old one cannot be: it may be the repair.
    const addNew = () => attempt(() => addAll(map, event.object, requests), fail)
    const old = attempt(() => addAll(map, event.oldObject, requests), fail)
    const pending = old ? old.then(addNew) : addNew()
    return pending ? pending.then(report) : report()
  }

/** Adds the requests at once if the function is synchronous. */
function addAll<T>(map: MapFunction<T>, object: T, requests: RequestSet): void | Promise<void> {
  const mapped = map(object)
  if (isThenable(mapped)) return Promise.resolve(mapped).then(requests.add)
  requests.add(mapped)
}

/** Runs a step. Its error goes to `fail`. */
function attempt(step: () => void | Promise<void>, fail: (error: unknown) => void): void | Promise<void> {
  try {
    return step()?.catch(fail)
  } catch (error) {
    fail(error)
  }
}
