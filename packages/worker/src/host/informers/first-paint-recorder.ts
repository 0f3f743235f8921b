import type { Clock, TimerHandle } from '@kube-informer/core'
import type { FirstPaintSnapshot, FirstPaintSnapshots } from '../../persistence/snapshot-disk.ts'
import type { FirstPaint } from '../held-view/held-view.ts'
import type { SliceContents } from '../slices/slice-contents.ts'

export interface FirstPaintRecorderOptions {
  readonly firstPaint: FirstPaintSnapshots
  /** The key of the slice. */
  readonly key: string
  readonly clock: Clock
}

/** A snapshot has at most this many rows, unless the window is larger. */
const MAX_ROWS = 500
/** After the first save of the collection itself. */
const FIRST_SAVE_MS = 3_000
/** Limits the writes to a small part of the collection's. */
const SAVE_EVERY_MS = 30_000

/**
 * Persists what one slice showed last, so that it can be shown while its collection is still being read. Saves
 * periodically while the slice changes, and when its last subscriber leaves.
 */
export class FirstPaintRecorder implements FirstPaint {
  readonly #firstPaint: FirstPaintSnapshots
  readonly #key: string
  readonly #clock: Clock
  /** The snapshot that is not persisted yet. */
  #latest: FirstPaintSnapshot | undefined
  #timer: TimerHandle | undefined
  #savedVersion = ''
  #savedAt = 0

  constructor({ firstPaint, key, clock }: FirstPaintRecorderOptions) {
    this.#firstPaint = firstPaint
    this.#key = key
    this.#clock = clock
  }

  load(): Promise<FirstPaintSnapshot | undefined> {
    return this.#firstPaint.load(this.#key)
  }

  shown({ rows, total, groups, window, resourceVersion }: SliceContents): void {
    if (resourceVersion === this.#savedVersion || (!window && rows.length > MAX_ROWS)) return
    this.#latest = { resourceVersion, rows, total, groups, window }
    this.#saveLater()
  }

  /** The last subscriber has left. */
  close(): void {
    this.#clock.clearTimeout(this.#timer)
    this.#save()
  }

  #saveLater(): void {
    const isFirst = this.#savedVersion === ''
    const dueAt = isFirst ? this.#clock.now() + FIRST_SAVE_MS : this.#savedAt + SAVE_EVERY_MS
    this.#timer ??= this.#clock.setTimeout(
      () => {
        this.#timer = undefined
        this.#save()
      },
      Math.max(0, dueAt - this.#clock.now()),
    )
  }

  #save(): void {
    if (!this.#latest) return
    void this.#firstPaint.save(this.#key, this.#latest)
    this.#savedVersion = this.#latest.resourceVersion
    this.#latest = undefined
    this.#savedAt = this.#clock.now()
  }
}
