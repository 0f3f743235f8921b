/**
 * Finds the structure of JSON in bytes, in one pass: every bracket, comma and colon that stands outside strings and no
 * deeper than asked, and where to stop. It keeps its state between calls, so that a text may come in any pieces.
 * It finds its way in valid JSON and is no validator.
 *
 * Two forms with one behaviour: WebAssembly, 64 bytes a step, and plain TypeScript for hosts that forbid it.
 */
export interface Scanner {
  /** Where the text to scan is put; from {@link base} on, and up to 64 bytes before its end. */
  readonly bytes: Uint8Array
  /** The first offset in `bytes` that is for text. What stands right before it may be overwritten. */
  readonly base: number
  /** The offsets found, ascending: `{ } [ ] , :`. */
  readonly offsets: Uint32Array
  /** How many of `offsets` count. Set it to forget them. */
  count: number
  /** How many containers are open. */
  depth: number
  /** Whether the last call ended inside a string. */
  readonly quoted: boolean
  /** Whether it ended right behind a backslash. */
  readonly escaped: boolean
  /** Pairs of [from, to) for {@link slide}. */
  readonly cuts: Uint32Array
  /** Whether {@link remember} remembers anything. */
  readonly remembers: boolean
  /** What its users keep for the ids of {@link remember}; emptied when those are forgotten. */
  readonly known: unknown[]

  /**
   * Scans `bytes` from `from` to `to`. At most {@link SCAN_STEP} bytes, so that there is room for their offsets.
   *
   * @param limit a bracket is a offset if the containers around it are at most so many; a comma or colon likewise
   * @param stop stops after a bracket that leaves at most so many containers open, no more than `limit`; -1 stops after
   *   newlines, which JSON has in no string
   * @returns the offset after what it stopped at; -1 when it came to the end
   */
  scan(from: number, to: number, limit: number, stop: number): number
  /** Takes the first `cutCount` of {@link cuts} out of the text that starts at `start`; @returns where it starts now. */
  slide(start: number, cutCount: number): number
  /**
   * Knows equal bytes again: 2·id; 2·id + 1 when they get their id now, at the second sight; -1 at the first sight,
   * and when there is no room left. Ids count from 0.
   */
  remember(from: number, length: number): number
  /** Goes on where another scanner stands, over the same text and offsets. */
  copyState(from: Scanner): void
  /** Forgets the text, and what was remembered if there is hardly any room left. */
  reset(): void
}

/** The most bytes of one call of {@link Scanner.scan}. */
export const SCAN_STEP: number = 16_384
/** How many pairs {@link Scanner.cuts} has room for. */
export const MAX_CUTS = 4_000

/** What a scanner is made for. */
export interface ScannerOptions {
  /** The room for text, in bytes. */
  readonly size: number
  /** Whether it is to know equal values again. */
  readonly remembers: boolean
}
