import type { StoreKey, StoreValue } from 'idb'
import type { Database, DiskSchema, StoreName } from './disk-schema.ts'

/**
 * Reads one record. `get` of the database itself leaves `done` of its transaction without a handler: if the browser deletes the
 * database meanwhile, it is an unhandled rejection.
 */
export function readRecord<TName extends StoreName>(
  open: Database,
  name: TName,
  key: StoreKey<DiskSchema, TName>,
): Promise<StoreValue<DiskSchema, TName> | undefined> {
  const transaction = open.transaction(name, 'readonly')
  transaction.done.catch(() => {})
  return transaction.store.get(key)
}
