import type { Clock, TimerHandle } from '@kube-informer/core'
import type { SliceWindow } from '../../api/subscription.ts'
import type { FirstPaintSnapshot, FirstPaintSnapshots } from '../../persistence/snapshot-disk.ts'
import type { SliceContents } from './slice-contents.ts'

/** What {@link FirstPaintRecorder} takes. */
export interface FirstPaintRecorderOptions {
  readonly firstPaint: FirstPaintSnapshots
  /** Of the slice. */
  readonly key: string
  readonly window: SliceWindow | undefined
  readonly clock: Clock
}

/** More rows than this are no snapshot any more, unless a window asks for so many. */
const MOST_ROWS = 500
/** The collection itself goes to disk first. */
const FIRST_SAVE_MS = 3_000
/** So that writes stay small beside those of the collection. */
const SAVE_EVERY_MS = 30_000

/**
 * Leaves on disk what one slice showed last, so that it can be shown again while its collection is being read. Now and then
 * while it changes, and when nobody looks any more.
 */
export class FirstPaintRecorder {
  readonly #firstPaint: FirstPaintSnapshots
  readonly #key: string
  readonly #window: SliceWindow | undefined
  readonly #clock: Clock
  /** What is not on disk yet. */
  #latest: FirstPaintSnapshot | undefined
  #timer: TimerHandle | undefined
  #savedVersion = ''
  #savedAt = 0

  constructor({ firstPaint, key, window, clock }: FirstPaintRecorderOptions) {
    this.#firstPaint = firstPaint
    this.#key = key
    this.#window = window
    this.#clock = clock
  }

  /** Never rejects; undefined where there is none. */
  load(): Promise<FirstPaintSnapshot | undefined> {
    return this.#firstPaint.load(this.#key)
  }

  /** A page shows this now. */
  shown({ rows, total, groups, resourceVersion }: SliceContents): void {
    const window = this.#window
    if (resourceVersion === this.#savedVersion || (!window && rows.length > MOST_ROWS)) return
    this.#latest = { resourceVersion, rows, total, groups, window }
    this.#saveLater()
  }

  /** Nobody looks any more. */
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
