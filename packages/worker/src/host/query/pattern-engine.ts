import { UsageError } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import type { compilePattern, Pattern } from '@kube-informer/core/pattern'

/** The module that matches regular expressions. It is loaded with the first expression that needs it. */
let compile: typeof compilePattern | undefined

/** Loads the engine. Throws an Error if the host cannot load code; the next call tries again. */
export async function loadPatternEngine(): Promise<void> {
  if (compile) return
  try {
    const engine = await import('@kube-informer/core/pattern')
    compile = engine.compilePattern
  } catch (error) {
    throw new Error(`the code for "matches" could not be loaded: ${errorMessage(error)}`)
  }
}

/** Whether patterns can be compiled now. */
export const hasPatternEngine = (): boolean => compile !== undefined

/** Bound the time for each value, as a page chooses the expression: the states are followed at the same time. */
const LIMITS = { maxStates: 2_000, maxSteps: 2_000_000 }

/** Compiles a pattern; throws a PatternError, like its `test` for a value that is too long for it. */
export function compileLoaded(pattern: string): Pattern {
  if (!compile) throw new UsageError('the code for "matches" is not loaded yet')
  return compile(pattern, LIMITS)
}
