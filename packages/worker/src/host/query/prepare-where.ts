import { isJsonObject } from '@kube-informer/core/patch'
import { hasPatternEngine, loadPatternEngine } from './pattern-engine.ts'

/** Deeper conditions are rejected when they are parsed. */
const MAX_DEPTH = 40

/**
 * Loads the code that the `where` of a slice needs, once for the host. Undefined if nothing has to be loaded: the slice can
 * be opened at once.
 */
export const prepareWhere = (where: unknown): Promise<void> | undefined =>
  !hasPatternEngine() && usesPatterns(where) ? loadPatternEngine() : undefined

function usesPatterns(where: unknown, depth = 0): boolean {
  if (!isJsonObject(where) || depth > MAX_DEPTH) return false
  const { and, or, not, matches } = where
  const parts = [and, or].flatMap(each => (Array.isArray(each) ? (each as unknown[]) : []))
  return matches !== undefined || [...parts, not].some(part => usesPatterns(part, depth + 1))
}
