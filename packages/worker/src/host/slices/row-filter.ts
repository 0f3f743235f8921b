import {
  fieldSelectorText,
  labelSelectorText,
  parseFieldSelector,
  parseLabelSelector,
  type Row,
  rowAccess,
  UsageError,
} from '@kube-informer/core'
import { parsePath } from '@kube-informer/core/paths'
import type { SliceFilter } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import { gate } from '../query/expression.ts'
import { parseWhere } from '../query/parse-where.ts'
import { rowTest } from '../query/row-test.ts'
import { textIn, wordsOf } from '../query/text-search.ts'

type Test = (row: Row) => boolean

/**
 * The filter of a slice; undefined for all rows. Throws a UsageError for an unknown predicate and for an invalid
 * expression or selector. The code for the `where` must be loaded: see `prepareWhere`.
 */
export function rowFilter(
  { where, text = '', textIn: paths, predicate, ...selectors }: SliceFilter,
  definition: CompiledDefinition,
): Test | undefined {
  const words = wordsOf(text)
  const labelSelector = labelSelectorText(selectors.labelSelector ?? '')
  const fieldSelector = fieldSelectorText(selectors.fieldSelector ?? '')
  // Cheapest first: the key, then values, labels and fields from the text, then the predicate, which may decode the row.
  const tests = [
    paths === undefined ? hasWords(words) : undefined,
    hasValues(where, words, paths),
    labelSelector.trim() === '' ? undefined : hasLabels(labelSelector, definition),
    fieldSelector === '' ? undefined : hasFields(fieldSelector),
    predicate === undefined ? undefined : definition.predicate(predicate),
  ].filter(test => test !== undefined)
  return tests.length > 0 ? row => tests.every(test => test(row)) : undefined
}

/** The `where` and the text in paths, evaluated together in one pass over the text. */
function hasValues(where: unknown, words: readonly string[], paths: unknown): Test | undefined {
  const parts = [
    where === undefined ? undefined : parseWhere(where, 'filter.where'),
    paths === undefined ? undefined : textIn(words, paths, 'filter.textIn'),
  ].filter(part => part !== undefined)
  return parts.length > 0 ? rowTest(gate(true, parts)) : undefined
}

function hasWords(words: readonly string[]): Test | undefined {
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
