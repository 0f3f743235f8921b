import { DatabaseSync } from 'node:sqlite'
import { pods } from '@kube-informer/core/resources'
import { createSqlBodyStore, databaseSql, SqlStateStore } from '@kube-informer/core/snapshot'
import type { RelayResource } from '@kube-informer/relay'
import { hastyClock } from '../hasty-clock.ts'

/** Pods that a relay of Node or Deno stores in a file. */
export function storedPods(file: string): { readonly resource: RelayResource; close(): void } {
  const sql = databaseSql(new DatabaseSync(file))
  const collection = { server: 'cluster', resource: pods }
  const log = new SqlStateStore({ sql, collection, clock: hastyClock })
  const bodyStore = createSqlBodyStore({ sql, collection })
  const stored = log.load()
  if (!stored) bodyStore.clear()
  return { resource: { resource: pods, storage: { stored, log, bodyStore } }, close: () => log.close() }
}
