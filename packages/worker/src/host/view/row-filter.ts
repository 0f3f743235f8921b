import { parseFieldSelector, parseLabelSelector, type Row, rowAccess, UsageError } from '@kube-informer/core'
import { parsePath } from '@kube-informer/core/internal'
import type { SliceFilter } from '../../api/subscription.ts'
import type { CompiledDefinition } from './compiled-definition.ts'

type Test = (row: Row) => boolean

/**
 * The filter of a slice; undefined for all rows. Throws a UsageError for an unknown predicate and for an invalid
 * selector.
 */
export function rowFilter(
  { text = '', predicate, labelSelector = '', fieldSelector = '' }: SliceFilter,
  definition: CompiledDefinition,
): Test | undefined {
  // Cheapest first: words, then labels and fields from the text, then the predicate, which may decode the row.
  const tests = [
    hasWords(text),
    labelSelector.trim() === '' ? undefined : hasLabels(labelSelector, definition),
    fieldSelector === '' ? undefined : hasFields(fieldSelector),
    predicate === undefined ? undefined : definition.predicate(predicate),
  ].filter(test => test !== undefined)
  return tests.length > 0 ? row => tests.every(test => test(row)) : undefined
}

function hasWords(text: string): Test | undefined {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  return row => {
    const key = row.key.toLowerCase()
    return words.every(word => key.includes(word))
  }
}

function hasLabels(selector: string, { keepsLabels }: CompiledDefinition): Test {
  const matches = parseLabelSelector(selector)
  // Without labels in the cache, every object would look as if it had none.
  if (!keepsLabels)
    throw new UsageError(`labelSelector "${selector}": the definition's pick or trim cuts metadata.labels`)
  return row => matches(rowAccess.labels(row))
}

function hasFields(selector: string): Test {
  const matches = parseFieldSelector(selector)
  const readers = new Map<string, (row: Row) => string>()
  return row =>
    matches(path => {
      const read = readers.get(path) ?? fieldReader(path)
      readers.set(path, read)
      return read(row)
    })
}

/** Reads a field for a selector: a missing field is "". */
function fieldReader(path: string): (row: Row) => string {
  if (path === 'metadata.name') return row => row.name
  if (path === 'metadata.namespace') return row => row.namespace
  const segments = parsePath(path)
  return row => {
    const value = rowAccess.readPath(row, segments)
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isPlain ? String(value) : ''
  }
}
