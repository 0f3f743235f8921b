import type { Clock } from '@kube-informer/core'
import type { StorageEstimates } from './create-indexed-db-disk.ts'

/** What the browser says of the origin's space. */
export interface Space {
  readonly originUsageBytes?: number
  readonly originQuotaBytes?: number
  readonly persisted?: boolean
}

/** The browser adds up files to answer: it is not asked more often. */
const PAUSE_MS = 30_000

/** What the browser said last, asked anew now and then, when somebody has a reason to. */
export class SpaceEstimates {
  readonly #storage: StorageEstimates | undefined
  readonly #clock: Clock
  readonly #onChange: () => void
  #askedAt = Number.NEGATIVE_INFINITY
  #space: Space = {}

  constructor(storage: StorageEstimates | undefined, clock: Clock, onChange: () => void) {
    this.#storage = storage
    this.#clock = clock
    this.#onChange = onChange
  }

  get space(): Space {
    return this.#space
  }

  /** Asks, unless it was asked just now. */
  refresh(): void {
    const now = this.#clock.now()
    if (!this.#storage || Math.abs(now - this.#askedAt) < PAUSE_MS) return
    this.#askedAt = now
    void this.#ask(this.#storage)
  }

  async #ask(storage: StorageEstimates): Promise<void> {
    try {
      const [estimate, persisted] = await Promise.all([storage.estimate?.(), storage.persisted?.()])
      this.#space = {
        ...(estimate?.usage === undefined ? {} : { originUsageBytes: estimate.usage }),
        ...(estimate?.quota === undefined ? {} : { originQuotaBytes: estimate.quota }),
        ...(persisted === undefined ? {} : { persisted }),
      }
      this.#onChange()
    } catch {
      // An estimate is a courtesy.
    }
  }
}
