import type { Clock, TimerHandle } from '@kube-informer/core'
import type { StorageStatus } from '../../api/storage-status.ts'
import type { DiskOwner, SnapshotDisk } from '../../persistence/snapshot-disk.ts'

export interface StorageReporterOptions {
  readonly disk: SnapshotDisk | undefined
  /** Absent for a page without an identity. */
  readonly owner: DiskOwner | undefined
  readonly clock: Clock
  readonly report: (status: StorageStatus) => void
}

/** The shortest interval between two reports: the used bytes change with every write. */
const EVERY_MS = 1_000

/** Reports the status of persistence to a page: at once, and after each change. */
export class StorageReporter {
  readonly #options: StorageReporterOptions
  readonly #unsubscribe: () => void
  #reported = ''
  #timer: TimerHandle | undefined

  constructor(options: StorageReporterOptions) {
    this.#options = options
    const { disk, owner } = options
    this.#unsubscribe = (disk && owner && disk.subscribeStatus(() => this.#changed())) ?? (() => {})
    this.#report()
  }

  close(): void {
    this.#unsubscribe()
    this.#options.clock.clearTimeout(this.#timer)
  }

  #changed(): void {
    if (this.#timer === undefined) this.#report()
  }

  #report(): void {
    this.#timer = undefined
    const { clock, report } = this.#options
    const status = this.#status()
    const text = JSON.stringify(status)
    if (text === this.#reported) return
    this.#reported = text
    this.#timer = clock.setTimeout(() => this.#report(), EVERY_MS)
    report(status)
  }

  #status(): StorageStatus {
    const { disk, owner } = this.#options
    if (!owner) return { state: 'off', reason: 'the connection has no identity, which persistence requires' }
    if (!disk) return { state: 'off', reason: 'this host keeps nothing on disk' }
    return disk.status(owner)
  }
}
