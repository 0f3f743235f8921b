import type { CharacterSet } from './character-set.ts'

/** A parsed expression. */
export type PatternNode =
  | { readonly type: 'character'; readonly set: CharacterSet }
  /** A condition on the characters before and after a position; -1 is an end of the text. */
  | { readonly type: 'assertion'; readonly holds: (before: number, after: number) => boolean }
  | { readonly type: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly type: 'choice'; readonly nodes: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number }

/** The text is not an expression of Go. Backreferences and lookaround are not: they cannot be matched in linear time. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
  /** What is wrong, without the position. */
  readonly reason: string
  /** The number of characters before the mistake, or of the text before a test was ended. */
  readonly position: number

  constructor(reason: string, position = 0) {
    super(`${reason} at character ${position + 1}`)
    this.reason = reason
    this.position = position
  }
}
