import type { Clock, TimerHandle } from '../../api/clock.ts'
import type { ListProgress } from '../../api/lister-watcher.ts'
import { throwLater } from '../../internal/throw-later.ts'
import type { ReflectorObserver } from '../reflector/reflector-observer.ts'
import type { InformerCounters, InformerStatus } from './informer-status.ts'

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/**
 * A resumed watch that stays open this long without an ERROR confirms that the server still has its resourceVersion.
 */
const CONFIRMED_AFTER_MS = 1_000

export interface InformerStatusTrackerOptions {
  readonly clock: Clock
  readonly onWatchError?: ((error: unknown) => void) | undefined
  /** A network read of the watch has been queued. */
  readonly onRead?: (() => void) | undefined
  /** The cache lacks a change that the server sent. */
  readonly onMissed?: (() => void) | undefined
}

/** Derives an informer's status from the events of its Reflector: immutable, replaced at each change. */
export class InformerStatusTracker implements ReflectorObserver {
  readonly onWatchError: (error: unknown) => void
  readonly #clock: Clock
  readonly #onRead: () => void
  readonly #onMissed: () => void
  readonly #listeners = new Set<() => void>()
  readonly #counters = { objects: 0, events: 0, relists: 0, restarts: 0, bytes: 0 }
  #state: Omit<InformerStatus, 'counters'> = { data: 'none', link: 'connecting', resourceVersion: '' }
  /** Created on the first read, so that a busy watch without readers creates none. */
  #status: InformerStatus | undefined
  #watches = 0
  /** The notice of an option that has no effect; another one may hide it for a while. */
  #notice: string | undefined
  #lastError: unknown
  #confirmation: TimerHandle | undefined

  constructor({
    clock,
    onWatchError = () => {},
    onRead = () => {},
    onMissed = () => {},
  }: InformerStatusTrackerOptions) {
    this.#clock = clock
    this.onWatchError = error => {
      try {
        onWatchError(error)
      } catch (worse) {
        throwLater(clock, worse)
      }
    }
    this.#onRead = onRead
    this.#onMissed = onMissed
  }

  get status(): InformerStatus {
    this.#status ??= Object.freeze({ ...this.#state, counters: Object.freeze({ ...this.#counters }) })
    return this.#status
  }

  /** The current error as it was thrown; undefined if there is none. */
  get lastError(): unknown {
    return this.#lastError
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onListStart(): void {
    this.#set({ progress: { received: 0 } })
  }

  onProgress({ received, expected = this.#state.progress?.expected }: ListProgress): void {
    this.#set({ progress: expected === undefined ? { received } : { received, expected } })
  }

  onListed(resourceVersion: string): void {
    // The first list of a cache that was restored from a snapshot is a relist.
    const isRelist = this.#state.resourceVersion !== ''
    if (isRelist) this.#count({ relists: this.#counters.relists + 1 })
    this.#lastError = undefined
    this.#set({ resourceVersion }, ['progress'])
  }

  /** Published with the next change of the status. */
  onProof(at: number): void {
    this.#state = { ...this.#state, provenAt: at }
    this.#status = undefined
  }

  onWaiting(isWaiting: boolean): void {
    if (isWaiting) this.#set({ isWaiting })
    else this.#set({}, ['isWaiting'])
  }

  onWatchOpen(): void {
    this.#watches++
    this.#count({ restarts: this.#watches - 1 })
    this.#lastError = undefined
    this.#set({ link: 'live' }, ['error'])
    this.#cancelConfirmation()
    // A listener may have stopped the informer.
    if (this.#state.data !== 'cached' || this.#state.link === 'stopped') return
    this.#confirmation = this.#clock.setTimeout(() => this.onComplete(), CONFIRMED_AFTER_MS)
  }

  /** A watch that ended before that time confirms nothing. */
  onWatchEnd(): void {
    this.#cancelConfirmation()
  }

  onEvents(count: number, resourceVersion: string): void {
    this.#count({ events: this.#counters.events + count })
    // An event of a resumed watch confirms that none was missed.
    if (this.#state.data === 'cached') this.onComplete()
    this.#set({ lastEventAt: this.#clock.now(), resourceVersion })
    this.#onRead()
  }

  onBytes(bytes: number): void {
    this.#count({ bytes: this.#counters.bytes + bytes })
  }

  onError(error: unknown): void {
    this.#cancelConfirmation()
    this.#lastError = error
    this.#set({ link: 'retrying', error: toError(error) }, ['progress'])
  }

  onNotice(notice: string): void {
    this.#notice = notice
    this.#set({ notice })
  }

  onHeldHeaders(notice: string | undefined): void {
    const next = notice ?? this.#notice
    if (next === this.#state.notice) return
    if (next === undefined) this.#set({}, ['notice'])
    else this.#set({ notice: next })
  }

  /** The cache lacks one object; the link is unchanged. */
  onObjectError(error: unknown): void {
    this.#onMissed()
    this.onSideError(error)
  }

  /** An error that affects neither the cache nor the link. */
  onSideError(error: unknown): void {
    this.#set({ error: toError(error) })
  }

  /** The cache has the objects of a snapshot. */
  onCached(resourceVersion: string): void {
    if (this.#state.data === 'none') this.#set({ data: 'cached', resourceVersion })
  }

  onConfirmed(): void {
    if (this.#state.data === 'cached') this.onComplete()
  }

  /** The cache has the server's whole state. */
  onComplete(): void {
    this.#cancelConfirmation()
    if (this.#state.data !== 'complete') this.#set({ data: 'complete' })
  }

  /** A batch was applied. */
  onApplied(objects: number): void {
    this.#count({ objects })
  }

  onStopped(): void {
    this.#cancelConfirmation()
    this.#set({ link: 'stopped' }, ['progress'])
  }

  #cancelConfirmation(): void {
    this.#clock.clearTimeout(this.#confirmation)
    this.#confirmation = undefined
  }

  /** Counters are published with the next change of the status. */
  #count(counters: Partial<InformerCounters>): void {
    Object.assign(this.#counters, counters)
    this.#status = undefined
  }

  #set(
    change: Partial<InformerStatus>,
    drop: readonly ('error' | 'notice' | 'progress' | 'isWaiting')[] = [],
  ): void {
    const next = { ...this.#state, ...change }
    for (const member of drop) delete (next as Partial<Record<string, unknown>>)[member]
    this.#state = next
    this.#status = undefined
    for (const listener of this.#listeners.size > 0 ? [...this.#listeners] : []) this.#notify(listener)
  }

  #notify(listener: () => void): void {
    try {
      listener()
    } catch (error) {
      throwLater(this.#clock, error)
    }
  }
}
