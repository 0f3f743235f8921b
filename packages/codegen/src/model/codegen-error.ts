/** What is wrong with an input, and where. */
export interface Problem {
  /** The file, or the URL of the document. */
  readonly file: string
  /** From 1. Undefined if the position is not known. */
  readonly line?: number | undefined
  /** The path within the document, e.g. `spec.versions[0].schema`. */
  readonly path?: string | undefined
  readonly message: string
}

/** Inputs that nothing can be generated from. Names each problem, one a line. */
export class CodegenError extends Error {
  override readonly name = 'CodegenError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(problemText).join('\n'))
    this.problems = problems
  }
}

/** `crds/widgets.yaml:12: spec.versions[0].schema: …`. */
function problemText({ file, line, path, message }: Problem): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${path ? `${path}: ` : ''}${message}`
}
