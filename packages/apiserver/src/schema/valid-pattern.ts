import { compilePattern, type Pattern, PatternError } from '@kube-informer/core/pattern'

/** The regular expression of a schema; undefined if a server would not have accepted it. */
export function validPattern(pattern: string): Pattern | undefined {
  try {
    return compilePattern(pattern)
  } catch (error) {
    if (error instanceof PatternError) return undefined
    throw error
  }
}
