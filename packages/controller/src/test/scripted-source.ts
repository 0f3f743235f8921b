import { type Resolvers, withResolvers } from '@kube-informer/core/internal'
import type { RequestQueue } from '../api/request-queue.ts'
import type { Source } from '../api/source.ts'

/** A source that the test controls. It starts and syncs at once unless the test takes these steps itself. */
export class ScriptedSource implements Source {
  readonly description: string
  readonly started: Resolvers<void> = withResolvers<void>()
  readonly synced: Resolvers<void> = withResolvers<void>()
  queue: RequestQueue | undefined
  signal: AbortSignal | undefined
  starts = 0

  constructor(description = 'scripted source', { holdStart = false, holdSync = false } = {}) {
    this.description = description
    if (!holdStart) this.started.resolve()
    if (!holdSync) this.synced.resolve()
  }

  start(queue: RequestQueue, signal: AbortSignal): Promise<void> {
    this.queue = queue
    this.signal = signal
    this.starts++
    return this.started.promise
  }

  waitForSync(): Promise<void> {
    return this.synced.promise
  }
}
