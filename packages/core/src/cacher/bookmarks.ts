import type { Clock, Random, TimerHandle } from '../api/clock.ts'
import type { KubernetesObject } from '../api/object.ts'
import { BookmarkDelivery, type TypeOfObjects } from './delivery.ts'
import { TimeHeap } from './time-heap.ts'
import type { WatchQueue } from './watch-queue.ts'

const BUCKET_MS = 1000
const TICK_MS = 1000
const TICK_JITTER = 0.25
/** How often a watch is told how far it is. */
const BOOKMARK_INTERVAL_MS = 60_000
/** The last bookmark comes so long before the end, so that a client resumes from where it was. */
const BEFORE_END_MS = 2000

/** Options of {@link Bookmarks}. */
export interface BookmarksOptions {
  readonly type: TypeOfObjects
  readonly clock: Clock
  readonly random: Random
  readonly intervalMs?: number | undefined
  /** Up to where everything has been handed out; "0" before there is a state. */
  readonly processed: () => string
  /** Called before bookmarks are sent, so that a source can say how far it is. */
  readonly onDue?: (() => void) | undefined
}

/** Tells watches from time to time how far they are, all of them by one timer, which runs while there are any. */
export class Bookmarks<T extends KubernetesObject = KubernetesObject> {
  readonly #options: BookmarksOptions
  readonly #due = new TimeHeap<WatchQueue<T>>({
    get: watch => watch.bookmarkPlace,
    set: (watch, place) => {
      watch.bookmarkPlace = place
    },
  })
  readonly #intervalMs: number
  #timer: TimerHandle | undefined

  constructor(options: BookmarksOptions) {
    this.#options = options
    this.#intervalMs = options.intervalMs ?? BOOKMARK_INTERVAL_MS
  }

  /** Sends bookmarks from now on, until there would be none before the watch's end. */
  add(watch: WatchQueue<T>): void {
    const now = this.#options.clock.now()
    const lastAt = watch.deadline - BEFORE_END_MS
    if (lastAt <= now) return
    // By the second: what is due within the same one is sent at once.
    this.#due.add(watch, Math.floor(Math.min(now + this.#intervalMs, lastAt) / BUCKET_MS))
    if (this.#timer === undefined) this.#schedule()
  }

  delete(watch: WatchQueue<T>): void {
    this.#due.delete(watch)
    if (this.#due.size > 0 || this.#timer === undefined) return
    this.#options.clock.clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #schedule(): void {
    const { clock, random } = this.#options
    this.#timer = clock.setTimeout(() => this.#tick(), TICK_MS * (1 + TICK_JITTER * random()))
  }

  #tick(): void {
    this.#timer = undefined
    const due = this.#due.takeDue(Math.floor(this.#options.clock.now() / BUCKET_MS))
    if (due.length > 0) this.#send(due)
    if (this.#due.size > 0 && this.#timer === undefined) this.#schedule()
  }

  #send(watches: readonly WatchQueue<T>[]): void {
    this.#options.onDue?.()
    const revision = this.#options.processed()
    const bookmark = new BookmarkDelivery(this.#options.type, revision, false)
    for (const watch of watches) {
      // Whoever was asked how far it is may have ended it.
      if (watch.hasEnded) continue
      if (revision !== '0') watch.offerBookmark(bookmark, revision)
      this.add(watch)
    }
  }
}
