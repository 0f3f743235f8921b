import { encodeRow, type KubernetesObject, type Row, readObject, type TableObject } from '@kube-informer/core'
import type { OptimisticEffect } from './optimistic-effect.ts'

/** What a write shows in a Table: the metadata changes at once, and the cells when the server prints the object again. */
export interface TableRowChange {
  /** The resourceVersion of the changed row: no other row has it, so that the row of the watch replaces it. */
  readonly nextResourceVersion: () => string
  /** In ms: the `deletionTimestamp` of an object that is being deleted. */
  readonly now: number
}

/**
 * The row after a write that the server has not answered. A Table has too little of an object to know whether its deletion
 * takes time, so that the row is only marked. An object that the write creates has no cells yet.
 */
export function changedTableRow(
  row: Row | undefined,
  effect: OptimisticEffect,
  change: TableRowChange,
): Row | undefined {
  if (!row) return undefined
  const before = readObject(row) as TableObject
  const after = effect(before)
  if (after) return withMetadata(row, before, after.metadata, change)
  const deletionTimestamp = before.metadata?.deletionTimestamp ?? new Date(change.now).toISOString()
  return withMetadata(row, before, { ...before.metadata, deletionTimestamp }, change)
}

/** The row after a write whose result the server has sent. */
export const knownTableRow = (
  row: Row | undefined,
  { metadata }: KubernetesObject,
  change: TableRowChange,
): Row | undefined => row && withMetadata(row, readObject(row) as TableObject, metadata, change)

function withMetadata(
  row: Row,
  before: TableObject,
  metadata: KubernetesObject['metadata'],
  { nextResourceVersion }: TableRowChange,
): Row {
  if (!metadata || metadata === before.metadata) return row
  const { managedFields, ...shown } = metadata
  const { columns = '', uid } = row
  return {
    ...encodeRow({ ...before, metadata: shown }),
    uid,
    resourceVersion: nextResourceVersion(),
    columns,
  }
}
