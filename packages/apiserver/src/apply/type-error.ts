/** A location where a value does not match its type. */
export interface TypeProblem {
  /** `.spec.replicas`; empty for the value itself. */
  readonly path: string
  readonly message: string
}

/** A value does not match its type. The message is the server's. */
export class TypedValueError extends Error {
  override readonly name = 'TypedValueError'

  constructor(problems: readonly TypeProblem[]) {
    super(textOf(problems))
  }
}

const show = ({ path, message }: TypeProblem): string => (path ? `${path}: ${message}` : message)

function textOf(problems: readonly TypeProblem[]): string {
  const texts = problems.map(show)
  return texts.length === 1 ? texts.join() : ['errors:', ...texts.map(text => `  ${text}`)].join('\n')
}
