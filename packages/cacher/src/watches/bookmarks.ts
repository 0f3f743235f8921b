import type { Clock, KubernetesObject, Random } from '@kube-informer/core'
import { BinaryHeap, Timer } from '@kube-informer/core/internal'
import { BookmarkDelivery, type TypeOfObjects } from '../watch/delivery.ts'
import type { WatchQueue } from '../watch/watch-queue.ts'

const BUCKET_MS = 1000
const TICK_MS = 1000
const TICK_JITTER = 0.25
/** How often a watch receives a bookmark. */
const BOOKMARK_INTERVAL_MS = 60_000
/** The last bookmark is sent this long before the deadline, so that the client can resume from a recent revision. */
const BEFORE_END_MS = 2000

export interface BookmarksOptions {
  readonly type: TypeOfObjects
  readonly clock: Clock
  readonly random: Random
  readonly intervalMs?: number | undefined
  /** The revision up to which all events have been delivered; "0" before the initial list. */
  readonly processed: () => string
  /** Called before bookmarks are sent, so that a source can report its current revision. */
  readonly onDue?: (() => void) | undefined
}

/** Sends periodic bookmarks to all watches with one timer, which runs while there are any. */
export class Bookmarks<T extends KubernetesObject = KubernetesObject> {
  readonly #options: BookmarksOptions
  readonly #due = new BinaryHeap<WatchQueue<T>>({
    less: (a, b) => a.bookmarkDue < b.bookmarkDue,
    onMove: (watch, index) => {
      watch.bookmarkSlot = index
    },
  })
  readonly #intervalMs: number
  readonly #timer: Timer

  constructor(options: BookmarksOptions) {
    this.#options = options
    this.#intervalMs = options.intervalMs ?? BOOKMARK_INTERVAL_MS
    this.#timer = new Timer(options.clock)
  }

  /** Schedules the next bookmark, unless it would be due after the last moment before the watch's deadline. */
  add(watch: WatchQueue<T>): void {
    const now = this.#options.clock.now()
    const lastAt = watch.deadline - BEFORE_END_MS
    if (lastAt <= now) return
    // Rounded to seconds: bookmarks that are due in the same second are sent together.
    watch.bookmarkDue = Math.floor(Math.min(now + this.#intervalMs, lastAt) / BUCKET_MS)
    this.#due.push(watch)
    this.#schedule()
  }

  delete(watch: WatchQueue<T>): void {
    if (watch.bookmarkSlot >= 0) this.#due.removeAt(watch.bookmarkSlot)
    if (this.#due.size === 0) this.#timer.stop()
  }

  #schedule(): void {
    if (this.#timer.isPending) return
    this.#timer.start(TICK_MS * (1 + TICK_JITTER * this.#options.random()), () => this.#tick())
  }

  #tick(): void {
    const due = this.#takeDue(Math.floor(this.#options.clock.now() / BUCKET_MS))
    if (due.length > 0) this.#send(due)
    if (this.#due.size > 0) this.#schedule()
  }

  #takeDue(now: number): readonly WatchQueue<T>[] {
    const due: WatchQueue<T>[] = []
    for (let first = this.#due.peek(); first && first.bookmarkDue <= now; first = this.#due.peek()) {
      due.push(first)
      this.#due.pop()
    }
    return due
  }

  #send(watches: readonly WatchQueue<T>[]): void {
    this.#options.onDue?.()
    const revision = this.#options.processed()
    const bookmark = new BookmarkDelivery(this.#options.type, revision, false)
    for (const watch of watches) {
      // `onDue` may have ended the watch.
      if (watch.hasEnded) continue
      if (revision !== '0') watch.offerBookmark(bookmark, revision)
      this.add(watch)
    }
  }
}
