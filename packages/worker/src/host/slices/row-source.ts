import { NAMESPACE_INDEX, type Row, rowAccess } from '@kube-informer/core'
import type { SliceTarget } from '../../api/subscription.ts'
import { type CompiledDefinition, unknownName } from '../definitions/compiled-definition.ts'
import type { RowIndex } from './row-index.ts'
import { type IndexTarget, targetValues } from './target-values.ts'

/** The rows of one target, one by one or all of them. */
export interface RowSource {
  /** The number of rows; undefined where only a list of them can tell. */
  readonly size: number | undefined
  /** The row, if the target contains it. */
  get(key: string): Row | undefined
  list(): readonly Row[]
  /** Cheap, and true when in doubt: whether a change of this key can affect the target. */
  mayHold(key: string): boolean
}

const NO_ROWS: RowSource = { size: 0, get: () => undefined, list: () => [], mayHold: () => false }

/** The rows of a target in an informer's cache; throws a UsageError for an unknown index. */
export function rowSource(target: SliceTarget, indexer: RowIndex, definition: CompiledDefinition): RowSource {
  switch (target.type) {
    case 'all':
      return allRows(indexer)
    case 'key':
      return oneRow(indexer, target.key)
    case 'index':
      return rowsByIndex(indexer, target, definition)
    case 'status':
      return NO_ROWS
  }
}

function allRows(indexer: RowIndex): RowSource {
  return {
    get size() {
      return indexer.size
    },
    get: key => indexer.getByKey(key),
    list: () => indexer.list(),
    mayHold: () => true,
  }
}

function oneRow(indexer: RowIndex, wanted: string): RowSource {
  const list = () => {
    const row = indexer.getByKey(wanted)
    return row ? [row] : []
  }
  return {
    get size() {
      return list().length
    },
    get: key => (key === wanted ? indexer.getByKey(key) : undefined),
    list,
    mayHold: key => key === wanted,
  }
}

function rowsByIndex(indexer: RowIndex, target: IndexTarget, definition: CompiledDefinition): RowSource {
  const { index } = target
  const valuesOf = indexValues(index, definition)
  const values = targetValues(target)
  const wanted = new Set(values)
  const isNamespace = index === NAMESPACE_INDEX
  // A row has one namespace. Of another index it can have several values, and is one row.
  const isDisjoint = isNamespace || values.length <= 1
  return {
    get size() {
      return isDisjoint
        ? values.reduce((sum, value) => sum + indexer.countByIndex(index, value), 0)
        : undefined
    },
    get(key) {
      const row = indexer.getByKey(key)
      return row && valuesOf(row).some(value => wanted.has(value)) ? row : undefined
    },
    list() {
      const [first] = values
      if (first !== undefined && values.length === 1) return indexer.byIndex(index, first)
      const rows = values.flatMap(value => indexer.byIndex(index, value))
      return isDisjoint ? rows : [...new Set(rows)]
    },
    mayHold: key => !isNamespace || wanted.has(namespaceOf(key)),
  }
}

/** The namespace in a key; "" for the key of a cluster-scoped object. */
export const namespaceOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')))

/** The function of an index, of the definition or `namespace`; throws a UsageError for an unknown index. */
export function indexValues(name: string, definition: CompiledDefinition): (row: Row) => readonly string[] {
  const known = definition.indexers
  const index = Object.hasOwn(known, name) ? known[name] : undefined
  if (index) return row => index(row, rowAccess)
  if (name === NAMESPACE_INDEX) return row => [row.namespace]
  throw unknownName('index', name, { [NAMESPACE_INDEX]: true, ...known })
}
