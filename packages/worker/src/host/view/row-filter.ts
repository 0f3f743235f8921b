import { parseFieldSelector, parseLabelSelector, type Row, rowAccess, UsageError } from '@kube-informer/core'
import { parsePath } from '@kube-informer/core/internal'
import type { SliceFilter } from '../../api/subscription.ts'
import type { CompiledDefinition } from './compiled-definition.ts'

type Test = (row: Row) => boolean

/**
 * The rows that a slice's filter lets through; undefined for all. Throws a UsageError for an unknown predicate and for a
 * selector that cannot be read.
 */
export function rowFilter(
  { text = '', predicate, labelSelector = '', fieldSelector = '' }: SliceFilter,
  definition: CompiledDefinition,
): Test | undefined {
  // The words are cheap, labels and fields are looked up in the text; the predicate may have to decode.
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
  // Without them every object would look as if it had none.
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

/** Reads a field as a selector compares it: what an object does not have is "". */
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
