/** A server's answer to whether a request is allowed. */
export interface AccessDecision {
  readonly allowed: boolean
  /** Why, as the server says; absent where it gives no reason. */
  readonly reason?: string
  /**
   * Why the answer may be wrong: the server could not evaluate all of its rules, or the review itself failed (it was
   * rejected, or not answered within 10 seconds). `allowed` is then true only if the server said so.
   */
  readonly evaluationError?: string
}
