/** Why a document cannot be read. */
export interface YamlProblem {
  readonly code:
    | 'syntax'
    | 'too-deep'
    | 'duplicate-key'
    | 'invalid-key'
    | 'unknown-anchor'
    | 'circular-alias'
    | 'too-many-aliases'
  /** May quote keys of the text, and for mistakes of the syntax other parts of it. */
  readonly message: string
  /** Where the mistake is in the text, and where it ends; undefined if that is not known. */
  readonly offset: number | undefined
  readonly end: number | undefined
  /** The key, or the anchor. */
  readonly name?: string
  /** The code of the package for a mistake of the syntax, such as `BAD_INDENT`. */
  readonly syntaxCode?: string
}

/** Ends the reading of a document. */
export class YamlError extends Error {
  readonly problem: YamlProblem

  constructor(problem: YamlProblem) {
    super(problem.message)
    this.problem = problem
  }
}
