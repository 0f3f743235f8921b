/** The result of one of the checks of `npm run lint`. */
export interface Report {
  readonly passed: boolean
  /** Findings and a line that counts them. */
  readonly output: string
}
