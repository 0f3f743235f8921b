import type { Clock } from '@kube-informer/core'
import type { StorageEstimates } from './indexed-db-disk-options.ts'

/** The browser's estimate of the origin's storage. */
export interface Space {
  readonly originUsageBytes?: number
  readonly originQuotaBytes?: number
  readonly persisted?: boolean
}

/** The minimum time between estimates, since the browser sums up files to make one. */
const MIN_INTERVAL_MS = 30_000

/** Caches the browser's latest storage estimate. */
export class SpaceEstimates {
  readonly #storage: StorageEstimates | undefined
  readonly #clock: Clock
  readonly #onChange: () => void
  #requestedAt = Number.NEGATIVE_INFINITY
  #space: Space = {}

  constructor(storage: StorageEstimates | undefined, clock: Clock, onChange: () => void) {
    this.#storage = storage
    this.#clock = clock
    this.#onChange = onChange
  }

  get space(): Space {
    return this.#space
  }

  /** Requests a new estimate, unless the last request is recent. */
  refresh(): void {
    const now = this.#clock.now()
    if (!this.#storage || Math.abs(now - this.#requestedAt) < MIN_INTERVAL_MS) return
    this.#requestedAt = now
    void this.#request(this.#storage)
  }

  async #request(storage: StorageEstimates): Promise<void> {
    try {
      const [estimate, persisted] = await Promise.all([storage.estimate?.(), storage.persisted?.()])
      this.#space = {
        ...(estimate?.usage === undefined ? {} : { originUsageBytes: estimate.usage }),
        ...(estimate?.quota === undefined ? {} : { originQuotaBytes: estimate.quota }),
        ...(persisted === undefined ? {} : { persisted }),
      }
      this.#onChange()
    } catch {
      // Estimates are optional.
    }
  }
}
