import { PatternError } from './pattern-node.ts'
import { PatternParser } from './pattern-parser.ts'
import { PatternProgram } from './pattern-program.ts'

/** A compiled regular expression. */
export interface Pattern {
  /** Whether any part of the text matches. Takes linear time. Throws a {@link PatternError} beyond `maxSteps`. */
  test(text: string): boolean
}

/** The limits of a compiled pattern and of its use: their product with the text bounds the time of a test. */
export interface PatternOptions {
  /** The largest size of an expression, in states of its automaton: about one for each character and repetition. @default 20_000 */
  readonly maxStates?: number | undefined
  /**
   * The most states that are entered for one text. Each of its characters enters those states at which the text could
   * continue: a few for most expressions, all of them in the worst case. @default 10_000_000, below a second
   */
  readonly maxSteps?: number | undefined
}

/**
 * Compiles a regular expression in Go's syntax (RE2), which has neither backreferences nor lookaround. It matches in
 * linear time, where a RegExp can take exponential time and cannot be interrupted.
 *
 * @throws {PatternError} with the position of the mistake, and if the expression is too large
 *
 * @example compilePattern('^web-[0-9]+$').test('web-1') // true
 */
export function compilePattern(
  pattern: string,
  { maxStates = 20_000, maxSteps = 10_000_000 }: PatternOptions = {},
): Pattern {
  const parser = new PatternParser(pattern)
  try {
    return new PatternProgram(parser.whole(), { maxStates, maxSteps })
  } catch (error) {
    throw error instanceof PatternError ? new PatternError(error.reason, parser.position) : error
  }
}
