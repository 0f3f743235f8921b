import type { Row } from '@kube-informer/core'
import type { SliceFilter } from '../subscription.ts'
import type { CompiledDefinition } from './compiled-definition.ts'

/** The rows that a slice's filter lets through; undefined for all. Throws a UsageError for an unknown predicate. */
export function rowFilter(
  { text = '', predicate }: SliceFilter,
  definition: CompiledDefinition,
): ((row: Row) => boolean) | undefined {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const hasWords = (row: Row): boolean => {
    const key = row.key.toLowerCase()
    return words.every(word => key.includes(word))
  }
  if (predicate === undefined) return words.length > 0 ? hasWords : undefined
  const keep = definition.predicate(predicate)
  // The words are cheap; the predicate may have to decode.
  return words.length > 0 ? row => hasWords(row) && keep(row) : keep
}
