import type { Clock, TimerHandle } from '../../api/clock.ts'
import type { ListProgress } from '../../client/lister-watcher.ts'
import { throwLater } from '../../internal/throw-later.ts'
import type { ReflectorObserver } from '../reflector/reflector-observer.ts'
import type { InformerCounters, InformerStatus } from './informer-status.ts'

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** A resumed watch that stands for this long without an ERROR proves that the server still has its version. */
const PROVEN_AFTER_MS = 1_000

/** Options of {@link InformerStatusTracker}. */
export interface InformerStatusTrackerOptions {
  readonly clock: Clock
  readonly onWatchError?: ((error: unknown) => void) | undefined
  /** A read of the watch has been handed to the queue. */
  readonly onRead?: (() => void) | undefined
  /** Something that the server told is not in the cache. */
  readonly onRefused?: (() => void) | undefined
}

/** Turns what a Reflector tells into an informer's status: immutable, replaced at each change. */
export class InformerStatusTracker implements ReflectorObserver {
  readonly onWatchError: (error: unknown) => void
  readonly #clock: Clock
  readonly #onRead: () => void
  readonly #onRefused: () => void
  readonly #listeners = new Set<(status: InformerStatus) => void>()
  readonly #counters = { objects: 0, events: 0, relists: 0, restarts: 0, bytes: 0 }
  #state: Omit<InformerStatus, 'counters'> = { data: 'none', link: 'connecting', resourceVersion: '' }
  /** Made when somebody looks: a busy watch that nobody looks at makes none. */
  #status: InformerStatus | undefined
  #lists = 0
  #watches = 0
  #lastError: unknown
  #proof: TimerHandle | undefined

  constructor({
    clock,
    onWatchError = () => {},
    onRead = () => {},
    onRefused = () => {},
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
    this.#onRefused = onRefused
  }

  get status(): InformerStatus {
    this.#status ??= Object.freeze({ ...this.#state, counters: Object.freeze({ ...this.#counters }) })
    return this.#status
  }

  /** What stands in the way, as it was thrown; undefined when nothing does. */
  get lastError(): unknown {
    return this.#lastError
  }

  subscribe(listener: (status: InformerStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onListStart(): void {
    this.#lists++
    this.#set({ progress: { received: 0 } })
  }

  onProgress({ received, expected = this.#state.progress?.expected }: ListProgress): void {
    this.#set({ progress: expected === undefined ? { received } : { received, expected } })
  }

  onListed(resourceVersion: string): void {
    this.#count({ relists: this.#lists - 1 })
    this.#lastError = undefined
    this.#set({ resourceVersion }, ['progress'])
  }

  onWatchOpen(): void {
    this.#watches++
    this.#count({ restarts: this.#watches - 1 })
    this.#lastError = undefined
    this.#set({ link: 'live' }, ['error'])
    this.#dropProof()
    // Whoever heard of it may have stopped the informer.
    if (this.#state.data !== 'cached' || this.#state.link === 'stopped') return
    this.#proof = this.#clock.setTimeout(() => this.onComplete(), PROVEN_AFTER_MS)
  }

  /** One that ended before its time proved nothing. */
  onWatchEnd(): void {
    this.#dropProof()
  }

  onEvents(count: number, resourceVersion: string): void {
    this.#count({ events: this.#counters.events + count })
    // Whatever a resumed watch delivers proves that nothing was missed on the way.
    if (this.#state.data === 'cached') this.onComplete()
    this.#set({ lastEventAt: this.#clock.now(), resourceVersion })
    this.#onRead()
  }

  onBytes(bytes: number): void {
    this.#count({ bytes: this.#counters.bytes + bytes })
  }

  onError(error: unknown): void {
    this.#dropProof()
    this.#lastError = error
    this.#set({ link: 'retrying', error: toError(error) }, ['progress'])
  }

  onNotice(notice: string): void {
    this.#set({ notice })
  }

  /** One object is not in the cache; the link is as it was. */
  onObjectError(error: unknown): void {
    this.#onRefused()
    this.onSideError(error)
  }

  /** Something failed that costs neither the cache nor the link anything. */
  onSideError(error: unknown): void {
    this.#set({ error: toError(error) })
  }

  /** The cache holds what a snapshot held. */
  onCached(resourceVersion: string): void {
    if (this.#state.data === 'none') this.#set({ data: 'cached', resourceVersion })
  }

  /** The cache holds what the server held. */
  onComplete(): void {
    this.#dropProof()
    if (this.#state.data !== 'complete') this.#set({ data: 'complete' })
  }

  /** A batch was applied. */
  onApplied(objects: number): void {
    this.#count({ objects })
  }

  onStopped(): void {
    this.#dropProof()
    this.#set({ link: 'stopped' }, ['progress'])
  }

  #dropProof(): void {
    this.#clock.clearTimeout(this.#proof)
    this.#proof = undefined
  }

  /** Counters move with the next change that somebody should hear of. */
  #count(counters: Partial<InformerCounters>): void {
    Object.assign(this.#counters, counters)
    this.#status = undefined
  }

  #set(change: Partial<InformerStatus>, drop: readonly ('error' | 'progress')[] = []): void {
    const next = { ...this.#state, ...change }
    for (const member of drop) delete (next as Partial<Record<string, unknown>>)[member]
    this.#state = next
    this.#status = undefined
    for (const listener of this.#listeners.size > 0 ? [...this.#listeners] : []) this.#tell(listener)
  }

  #tell(listener: (status: InformerStatus) => void): void {
    try {
      listener(this.status)
    } catch (error) {
      throwLater(this.#clock, error)
    }
  }
}
