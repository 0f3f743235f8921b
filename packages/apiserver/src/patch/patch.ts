/** The patch formats that a server accepts. */
export type PatchType = 'json' | 'merge' | 'strategic' | 'apply'

/** A parsed patch. */
export interface Patch {
  readonly type: PatchType
  readonly value: unknown
  /** Paths of members that occur more than once; for an apply patch, the YAML parser's messages. */
  readonly duplicates: readonly string[]
}
