/** What an elector in a process of its own needs; in its environment as `ELECTOR`. */
export interface ElectorSettings {
  readonly url: string
  readonly token: string
  /** PEM of the authority that signed the server's certificate. */
  readonly ca: string
  readonly namespace: string
  readonly name: string
  readonly identity: string
  readonly leaseDurationMs: number
  readonly renewDeadlineMs: number
  readonly retryPeriodMs: number
}

/** A line that an elector prints. */
export interface ElectorReport {
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  /** `working` follows `started` each 50 ms until `ended`. */
  readonly event: 'started' | 'working' | 'ended'
}
