// Regular expressions of Go, which match in linear time.
export { compilePattern, type Pattern, type PatternOptions } from './pattern.ts'
export { PatternError } from './pattern-node.ts'
