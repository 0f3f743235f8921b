import { encodeRow, type Row, type Snapshot, type SnapshotStore } from '@kube-informer/core'
import type { Scope } from '../../api/subscription.ts'
import { isOlder } from '../held-view/versions.ts'

/** Returns the rows that a page was rendered with; undefined where an informer of the scope must not start with them. */
export type TakeHydrated = (scope: Scope) => Snapshot<Row> | undefined

/** The rows of a page as a snapshot. Undefined where an informer of the scope cannot resume from them. */
export function hydratedSnapshot(
  objects: readonly unknown[],
  resourceVersion: string,
  { namespace }: Scope,
): Snapshot<Row> | undefined {
  // A watch from these starts anywhere.
  if (resourceVersion === '' || resourceVersion === '0') return undefined
  try {
    const rows = objects.map(object => encodeRow(object as object))
    const isOfScope = (row: Row) => isText(row) && (namespace === undefined || row.namespace === namespace)
    return rows.every(isOfScope) ? { resourceVersion, objects: rows } : undefined
  } catch {
    // A page may send anything.
    return undefined
  }
}

/**
 * A store whose first load returns the rows of a page, unless it has rows that are as new. They are saved only after the
 * server has sent something newer.
 */
export function hydratedStore(store: SnapshotStore<Row>, hydrated: Snapshot<Row>): SnapshotStore<Row> {
  let given: Snapshot<Row> | undefined = hydrated
  let isStale = false
  return {
    async load(signal) {
      const saved = await store.load(signal)
      const rows = given
      given = undefined
      if (!rows || (saved && !isOlder(saved.resourceVersion, rows.resourceVersion))) return saved
      isStale = true
      return rows
    },
    async save(change, signal) {
      // Changes cannot be applied to what the store has. The next save is then a whole one.
      if (isStale && change.type === 'delta') return 'not-owner'
      const outcome = await store.save(change, signal)
      isStale = false
      return outcome
    },
  }
}

const isText = ({ name, namespace, uid, resourceVersion }: Row): boolean =>
  [name, namespace, uid, resourceVersion].every(member => typeof member === 'string')
