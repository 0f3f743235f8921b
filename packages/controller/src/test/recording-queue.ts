import { type RequestLike, requestKey } from '../api/request.ts'
import type { EnqueueOptions, RequestQueue } from '../api/request-queue.ts'

/** A queue that records what is added to it, as `key` or `key@priority`. */
export class RecordingQueue implements RequestQueue {
  readonly added: string[] = []

  add(request: RequestLike, { priority }: EnqueueOptions = {}): void {
    this.added.push(priority === undefined ? requestKey(request) : `${requestKey(request)}@${priority}`)
  }

  /** What was added since the last call. */
  take(): readonly string[] {
    return this.added.splice(0)
  }
}
