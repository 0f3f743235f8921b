import type { WatchEnd } from './watch-end.ts'

/** What a watch that ended tells about its connection. */
export interface EndedWatch {
  readonly end: WatchEnd
  /** Whether response headers or a byte arrived. */
  readonly isProven: boolean
  /** When the first byte of the body arrived. */
  readonly firstByteAt: number | undefined
}

/**
 * What follows a watch: the next watch; or the next watch, and an error, since nothing arrives; or also a list, since rows may have
 * changed meanwhile.
 */
export type AfterWatch = 'watch' | 'report' | 'list'

/** A byte that arrived this long before the end of a watch was not held back until the end. */
const EARLY_BYTE_MS = 5_000
/** How often the objects are listed while watches stay silent. */
const LIST_PERIOD_MS = 300_000
/** What share of the idle timeout a short watch requests: 70 to 75 of 90 seconds. A bookmark is due after 60. */
const SHORT = [70 / 90, 5 / 90] as const

/**
 * Decides whether the silence of a Reflector's watches means that nothing happens, or that nothing arrives. The only owner of
 * this state. An idle server may send nothing, and a proxy may hold headers and events until the response ends, so that
 * neither silence nor an open request says anything. Proof is what can only come from the server: response headers, a byte,
 * the end of a watch at its own timeout, or a complete list.
 *
 * - After a watch without a byte for the idle timeout, the next ones request an end before that time.
 * - A short watch without proof is an error. After the second one and later ones, the objects are also listed.
 * - A byte well before the end of a short watch allows long ones again.
 */
export class WatchSilence {
  readonly #idleTimeoutMs: number
  /** The last proof; undefined before the first one. */
  #provenAt: number | undefined
  /** Whether there was an error since the last proof, or no proof yet. */
  #needsProof = true
  #isShort = false
  /** Consecutive short watches without proof. */
  #silentWatches = 0
  /** When silence was last counted, or began. */
  #countedAt: number
  #listedAt = Number.NEGATIVE_INFINITY

  /** Without an idle timeout (0), watches are never silent. */
  constructor(idleTimeoutMs: number, now: number) {
    this.#idleTimeoutMs = idleTimeoutMs || Number.POSITIVE_INFINITY
    this.#countedAt = now
  }

  /** Whether there was proof since the last error. */
  get isProven(): boolean {
    return !this.#needsProof
  }

  get provenAt(): number | undefined {
    return this.#provenAt
  }

  prove(now: number): void {
    this.#provenAt = now
    this.#countedAt = now
    this.#needsProof = false
    this.#silentWatches = 0
  }

  /** Anything failed: what was proven before no longer counts. */
  failed(): void {
    this.#needsProof = true
  }

  /** The objects are being listed because of the silence. */
  listing(now: number): void {
    this.#listedAt = now
  }

  /** The timeout that the next watch requests, in ms: from the minimum to twice of it, or a short one. */
  timeoutMs(minTimeoutMs: number, random: number): number {
    if (!this.#isShort) return minTimeoutMs * (1 + random)
    return this.#idleTimeoutMs * (SHORT[0] + SHORT[1] * random)
  }

  /** A watch ended. */
  ended({ end, isProven, firstByteAt = Number.POSITIVE_INFINITY }: EndedWatch, now: number): AfterWatch {
    if (end === 'closed' || end === 'closed-empty') {
      this.prove(now)
      this.#isShort &&= firstByteAt > now - EARLY_BYTE_MS
      return 'watch'
    }
    if (end === 'slept') this.#countedAt = now
    if (!this.#isSilent(end, now)) return 'watch'
    this.#countedAt = now
    const wasShort = this.#isShort
    this.#isShort = true
    if (isProven || !wasShort) return 'watch'
    this.#silentWatches++
    return this.#silentWatches > 1 && now - this.#listedAt >= LIST_PERIOD_MS ? 'list' : 'report'
  }

  /** A watch that lost its connection or left it to another one may have been too short to tell. */
  #isSilent(end: WatchEnd, now: number): boolean {
    if (end === 'idle' || end === 'idle-from-start') return true
    return (end === 'lost' || end === 'yielded') && now - this.#countedAt >= this.#idleTimeoutMs
  }
}
