/** A request that failed and will be sent again. */
export interface RequestRetry {
  /** Describes the request. */
  readonly what: string
  /** A StatusError, or a ConnectionError. */
  readonly error: unknown
  /** 1 for the first retry; at most 10. */
  readonly attempt: number
  readonly delayMs: number
}
