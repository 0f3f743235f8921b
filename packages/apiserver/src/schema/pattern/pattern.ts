import { PatternError } from './pattern-node.ts'
import { PatternParser } from './pattern-parser.ts'
import { PatternProgram } from './pattern-program.ts'

/** An expression in Go's syntax; undefined if it is not one. It matches in linear time, as Go's do. */
export function compilePattern(pattern: string): { test(text: string): boolean } | undefined {
  try {
    return new PatternProgram(new PatternParser(pattern).whole())
  } catch (error) {
    if (error instanceof PatternError) return undefined
    throw error
  }
}
