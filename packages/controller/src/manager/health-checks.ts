import { UsageError } from '@kube-informer/core'
import type { Logger } from '../api/logger.ts'
import { type HealthCheck, HealthEndpoint } from './health-endpoint.ts'

/** The checks by name, and the clock. */
export interface HealthChecksOptions {
  /** @default '/healthz' */
  readonly healthzPath?: string | undefined
  /** @default '/readyz' */
  readonly readyzPath?: string | undefined
  /** Receives why a check fails, which responses with several checks withhold. */
  readonly log?: Logger | undefined
}

/**
 * The health of a process, as the kubelet probes it (controller-runtime `healthz` and the manager's health server): all checks
 * of an endpoint at `/healthz` and `/readyz`, and one at `/readyz/NAME`. Needs no server: answer requests with `handle`
 * wherever they arrive.
 *
 * @example
 * const checks = new HealthChecks()
 * checks.addReadyzCheck('cache', () => { if (!informer.hasSynced()) throw new Error('not synced') })
 * export default { fetch: request => checks.handle(request) }
 */
export class HealthChecks {
  readonly #healthz: HealthEndpoint
  readonly #readyz: HealthEndpoint
  #isClosed = false

  constructor({ healthzPath = '/healthz', readyzPath = '/readyz', log }: HealthChecksOptions = {}) {
    this.#healthz = new HealthEndpoint(healthzPath, log)
    this.#readyz = new HealthEndpoint(readyzPath, log)
  }

  /** Adds a check of liveness: Kubernetes restarts a container that fails. Throws a UsageError after `close`. */
  addHealthzCheck(name: string, check: HealthCheck): void {
    this.#add(this.#healthz, name, check)
  }

  /** Adds a check of readiness: Services send no traffic to a Pod that fails. Throws a UsageError after `close`. */
  addReadyzCheck(name: string, check: HealthCheck): void {
    this.#add(this.#readyz, name, check)
  }

  /** Accepts no further checks: a probe must mean the same during the life of the process. Idempotent. */
  close(): void {
    this.#isClosed = true
  }

  /** Answers a probe; 404 for any other path. Never rejects. */
  async handle(request: Request): Promise<Response> {
    const endpoint = [this.#healthz, this.#readyz].find(each => each.covers(request))
    return endpoint ? endpoint.handle(request) : new Response('404 page not found\n', { status: 404 })
  }

  #add(endpoint: HealthEndpoint, name: string, check: HealthCheck): void {
    if (this.#isClosed)
      throw new UsageError('unable to add new checker because healthz endpoint has already been created')
    endpoint.add(name, check)
  }
}
