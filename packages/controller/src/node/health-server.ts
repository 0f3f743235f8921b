import { abortable, onAbort, withResolvers } from '@kube-informer/core/internal'
import type { Runnable } from '../api/runnable.ts'
import { type ServeHealthOptions, serveHealth } from './serve-health.ts'

/** A server that a manager runs. */
export interface HealthServer extends Runnable {
  /** Where it listens; undefined before it listens, and without a server. */
  readonly url: string | undefined
  /** Resolves when it listens; never if it cannot, which rejects `run`. */
  waitForSync(signal: AbortSignal): Promise<void>
}

/**
 * Serves probes and metrics from the start of a manager until its runnables have ended.
 *
 * @example
 * manager.add(createHealthServer({ address: ':8080', metrics: metricsHandler(registry) }))
 * manager.add(createHealthServer({ address: ':8081', health: request => manager.handleHealth(request) }))
 */
export function createHealthServer(options: ServeHealthOptions): HealthServer {
  const listening = withResolvers<void>()
  let url: string | undefined
  return {
    group: 'servers',
    needsLeaderElection: false,
    get url() {
      return url
    },
    waitForSync: signal => abortable(listening.promise, signal),
    async run(signal) {
      const server = await serveHealth(options)
      url = server.url
      listening.resolve()
      await new Promise<void>(resolve => void onAbort(signal, () => resolve()))
      await server.close()
    },
  }
}
