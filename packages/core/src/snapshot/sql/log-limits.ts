/** The sizes that decide how a log is stored, in characters. Tests use smaller ones. */
export interface LogLimits {
  /** The size of a row. A row of a Durable Object has at most 2 MB, and a character at most 3 bytes. */
  readonly rowChars: number
  /** Changes are merged into the checkpoint when they are larger than it, and than this. */
  readonly mergeChars: number
  /** Changes are also merged when there are this many rows, all of which a load has to read. */
  readonly mostRows: number
}

export const LOG_LIMITS: LogLimits = { rowChars: 400_000, mergeChars: 1_000_000, mostRows: 4_000 }
