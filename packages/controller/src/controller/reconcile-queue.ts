import { UsageError } from '@kube-informer/core'
import type { RateLimitingInterface } from '@kube-informer/core/workqueue'
import type { Request, RequestLike } from '../api/request.ts'
import type { EnqueueOptions } from '../api/request-queue.ts'

/** A request that was handed out. */
export interface PrioritizedRequest {
  readonly item: Request
  /** Undefined in a queue without priorities. */
  readonly priority?: number | undefined
}

/** The part of core's `PriorityQueue` that a controller uses beyond `RateLimitingInterface`. */
export interface PriorityRequestQueue extends RateLimitingInterface<Request> {
  addWithOptions(options: EnqueueOptions, ...requests: readonly Request[]): void
  getWithPriority(signal?: AbortSignal): Promise<PrioritizedRequest | undefined>
}

/** The queue of a controller, with or without priorities. Requests that are equal by value must be one item. */
export type ReconcileQueue = RateLimitingInterface<Request> | PriorityRequestQueue

const hasPriorities = (queue: ReconcileQueue): queue is PriorityRequestQueue => 'addWithOptions' in queue

/** Adds a request. A queue without priorities ignores the priority. */
export function addRequest(queue: ReconcileQueue, request: Request, options?: EnqueueOptions): void {
  if (!options) queue.add(request)
  else if (hasPriorities(queue)) queue.addWithOptions(options, request)
  else if (options.rateLimited) queue.addRateLimited(request)
  else if (options.afterMs !== undefined) queue.addAfter(request, options.afterMs)
  else queue.add(request)
}

/** A queue without priorities costs one more promise. */
async function takeWithoutPriority(queue: ReconcileQueue): Promise<PrioritizedRequest | undefined> {
  const item = await queue.get()
  return item && { item }
}

/** Returns a function that takes the next request; with priorities it costs nothing more than the queue's own call. */
export const takerOf = (queue: ReconcileQueue): (() => Promise<PrioritizedRequest | undefined>) =>
  hasPriorities(queue) ? () => queue.getWithPriority() : () => takeWithoutPriority(queue)

/** A request with a namespace. Throws a UsageError if it has no name. */
export function completeRequest(request: RequestLike): Request {
  const { namespace, name } = request
  if (!name) throw new UsageError('the request has no name')
  return namespace === undefined ? { namespace: '', name } : (request as Request)
}
