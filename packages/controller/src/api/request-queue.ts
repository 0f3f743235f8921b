import type { RequestLike } from './request.ts'

/** How a request is added. */
export interface EnqueueOptions {
  /** Higher ones are handed out first. A queue without priorities ignores it. @default 0 */
  readonly priority?: number | undefined
  /** The delay in milliseconds. @default none */
  readonly afterMs?: number | undefined
  /** Whether the rate limiter adds its delay. @default false */
  readonly rateLimited?: boolean | undefined
}

/** Where event handlers and sources add requests. */
export interface RequestQueue {
  add(request: RequestLike, options?: EnqueueOptions): void
}

/** The priority of requests from initial lists and resyncs (controller-runtime `handler.LowPriority`). */
export const LOW_PRIORITY = -100
