/** A subresource as listed by discovery. */
export interface Subresource {
  /** `status`, `scale`, `log`, ... */
  readonly name: string
  readonly kind: string
  /** Set if the subresource's kind is in another group than the resource's. */
  readonly group?: string | undefined
  readonly version?: string | undefined
  readonly verbs: readonly string[]
}
