/**
 * Finds the structure of JSON in bytes in one pass: every bracket, comma and colon outside strings up to a given depth,
 * and the stops. It keeps its state between calls, so a text may arrive in chunks of any size. It does not validate.
 *
 * Two implementations behave identically: WebAssembly with 64 bytes per step, and TypeScript for hosts that forbid it.
 */
export interface Scanner {
  /** Holds the text to scan, from {@link base} up to 64 bytes before its end. */
  readonly bytes: Uint8Array
  /** The first offset of text in `bytes`. The bytes directly before it may be overwritten. */
  readonly base: number
  /** The offsets found, ascending: `{ } [ ] , :`. */
  readonly offsets: Uint32Array
  /** Number of valid entries in `offsets`. Writable, to discard entries. */
  count: number
  /** How many containers are open. */
  depth: number
  /** Whether the last call ended inside a string. */
  readonly quoted: boolean
  /** Whether the last call ended directly after a backslash. */
  readonly escaped: boolean
  /** Pairs of [from, to) for {@link slide}. */
  readonly cuts: Uint32Array
  /** Whether {@link remember} is supported. */
  readonly remembers: boolean
  /** Values that callers store by the ids of {@link remember}; cleared when the ids are forgotten. */
  readonly known: unknown[]

  /**
   * Scans `bytes` from `from` to `to`: at most {@link SCAN_STEP} bytes, so that their offsets fit.
   *
   * @param limit records brackets, commas and colons that are nested in at most this many containers
   * @param stop stops after a bracket that leaves at most this many containers open (at most `limit`); -1 stops after
   *   newlines, which JSON strings cannot contain
   * @returns the offset after the stop; -1 if the end was reached
   */
  scan(from: number, to: number, limit: number, stop: number): number
  /** Removes the first `cutCount` of {@link cuts} from the text at `start`; @returns the new start. */
  slide(start: number, cutCount: number): number
  /**
   * Recognizes equal bytes: returns 2·id for known bytes, 2·id + 1 when their second occurrence assigns the id, and -1 at
   * the first occurrence or when the memory is full. Ids count from 0.
   */
  remember(from: number, length: number): number
  /** Continues from the state of another scanner, over the same text and offsets. */
  copyState(from: Scanner): void
  /** Discards the text, and the remembered values if the memory is nearly full. */
  reset(): void
}

/** Maximum bytes of one call of {@link Scanner.scan}. */
export const SCAN_STEP: number = 16_384
/** Capacity of {@link Scanner.cuts}, in pairs. */
export const MAX_CUTS = 4_000

export interface ScannerOptions {
  /** Text capacity in bytes. */
  readonly size: number
  /** Whether it remembers equal values. */
  readonly remembers: boolean
}
