import type { Clock } from '../../api/clock.ts'
import { ConnectionError } from '../../api/errors.ts'
import type { HeldHeaders } from '../../api/lister-watcher.ts'
import { Timer } from '../../internal/timer.ts'
import type { OpenWatch } from './open-watch.ts'
import type { ReflectorObserver } from './reflector-observer.ts'
import { WatchSilence } from './watch-silence.ts'

/** How long after a watch opened without response headers a notice names the likely cause: ten seconds after its request. */
const HELD_NOTICE_MS = 9_000

export interface WatchLinkOptions {
  readonly clock: Clock
  readonly observer: ReflectorObserver
  /** After which time a watch without data is replaced; 0 for never. */
  readonly watchIdleTimeoutMs: number
  /** Describes the watch in messages. */
  readonly description: string
}

/** Reports the link of a Reflector to its server: a watch counts as open once something arrived since the last error. */
export class WatchLink {
  readonly #options: WatchLinkOptions
  readonly #silence: WatchSilence
  readonly #heldTimer: Timer
  /** Whether a watch is open that is not reported, since nothing arrived after an error. */
  #isUnproven = false
  /** Whether a watch was answered at once. */
  #hadHeaders = false

  constructor(options: WatchLinkOptions) {
    const { clock, watchIdleTimeoutMs } = options
    this.#options = options
    this.#silence = new WatchSilence(watchIdleTimeoutMs, clock.now())
    this.#heldTimer = new Timer(clock)
  }

  /** Whether a watch is open, and nothing arrived since the last error. */
  get isUnproven(): boolean {
    return this.#isUnproven
  }

  /** The timeout that the next watch requests, in ms. */
  timeoutMs(minTimeoutMs: number, random: number): number {
    return this.#silence.timeoutMs(minTimeoutMs, random)
  }

  /** Something arrived that only the server can have sent. */
  prove(): void {
    const { clock, observer } = this.#options
    const now = clock.now()
    this.#silence.prove(now)
    observer.onProof?.(now)
    if (!this.#isUnproven) return
    this.#isUnproven = false
    observer.onWatchOpen?.()
  }

  /** There was an error: what was proven before no longer counts. */
  failed(): void {
    this.#silence.failed()
  }

  /** Response headers are held, or no longer. A host whose `fetch` resolves at the first byte is no reason for a notice. */
  held(held: HeldHeaders | undefined): void {
    this.#heldTimer.stop()
    if (held === 'proxy' && !this.#hadHeaders) this.#heldTimer.start(HELD_NOTICE_MS, () => this.#noteHeld())
  }

  /** A watch opened. Returns whether nothing has ever arrived. */
  opened({ isHeld }: Pick<OpenWatch<unknown>, 'isHeld'>): boolean {
    const { observer } = this.#options
    if (!isHeld) {
      this.#hadHeaders = true
      observer.onHeldHeaders?.(undefined)
    }
    this.#isUnproven = !this.#silence.isProven
    if (!this.#isUnproven) observer.onWatchOpen?.()
    return this.#silence.provenAt === undefined
  }

  /** A watch ended, in whatever way. */
  closed(): void {
    this.#isUnproven = false
    this.#heldTimer.stop()
    this.#options.observer.onWatchEnd?.()
  }

  /** Returns the error if a watch ended because nothing arrives. */
  silenceAfter(watch: OpenWatch<unknown>): SilenceError | undefined {
    const { clock, description } = this.#options
    const after = this.#silence.ended(watch, clock.now())
    if (after === 'watch') return undefined
    return new SilenceError(description, this.#silence.provenAt, after === 'list')
  }

  /** The objects are being listed because of the silence. */
  listing(): void {
    this.#silence.listing(this.#options.clock.now())
  }

  #noteHeld(): void {
    const { observer, description } = this.#options
    if (!this.#silence.isProven) return
    observer.onHeldHeaders?.(
      `${description}: lists are answered, and a watch has no response headers after ten seconds: ` +
        'does a proxy hold them until the first event, as Vite does? See docs/watches.md',
    )
  }
}

/** Nothing arrived for longer than a healthy connection stays silent. */
export class SilenceError extends ConnectionError {
  /** Whether the objects must be listed. */
  readonly needsList: boolean

  constructor(description: string, since: number | undefined, needsList: boolean) {
    const when = since === undefined ? 'so far' : `since ${new Date(since).toISOString()}`
    super(`${description}: nothing arrived ${when}`)
    this.needsList = needsList
  }
}
