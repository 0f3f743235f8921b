import type { Indexer, Row } from '@kube-informer/core'

/** The rows that views read: an informer's cache, or the same interface with pending writes over it. */
export type RowIndex = Pick<
  Indexer<Row>,
  'size' | 'getByKey' | 'list' | 'byIndex' | 'countByIndex' | 'listIndexFuncValues'
>
