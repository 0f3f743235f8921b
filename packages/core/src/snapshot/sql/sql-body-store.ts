import type { BodyStore } from '../../api/body-store.ts'
import { LOG_LIMITS } from './log-limits.ts'
import { BODIES, ensureCollection } from './log-tables.ts'
import { piecesOf } from './row-content.ts'
import type { SqlPort } from './sql-port.ts'
import { checkStorable, collectionName, type StoredCollection } from './stored-collection.ts'

/** The database, and which collection the texts belong to. */
export interface SqlBodyStoreOptions {
  readonly sql: SqlPort
  readonly collection: StoredCollection
  /** Stores objects of a resource whose name says that they hold credentials, such as Secrets. @default false */
  readonly persist?: boolean | undefined
}

const UPSERT = `INSERT INTO ${BODIES} VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
  SET version = excluded.version, body = excluded.body WHERE version <> excluded.version OR body <> excluded.body`

/**
 * Stores the texts of objects in SQLite, so that a cache needs memory for its index only. Methods throw the errors of the
 * database.
 *
 * @throws {UsageError} for Secrets and similar resources, unless `persist` is set
 */
export function createSqlBodyStore({
  sql,
  collection,
  persist = false,
}: SqlBodyStoreOptions): BodyStore & { clear(): void } {
  checkStorable(collection, persist)
  const id = sql.transaction(() => ensureCollection(sql, collectionName(collection)))
  return {
    put(key, resourceVersion, body) {
      let part = 0
      for (const piece of piecesOf(body, LOG_LIMITS.rowChars))
        sql.run(UPSERT, id, key, part++, resourceVersion, piece)
      sql.run(`DELETE FROM ${BODIES} WHERE collection = ? AND key = ? AND part >= ?`, id, key, part)
    },
    get(key, resourceVersion) {
      const statement = `SELECT version, body FROM ${BODIES} WHERE collection = ? AND key = ? ORDER BY part`
      const rows = sql.run(statement, id, key)
      const isComplete = rows.length > 0 && rows.every(({ version }) => version === resourceVersion)
      return isComplete ? rows.map(({ body }) => body).join('') : undefined
    },
    delete(key, resourceVersion) {
      sql.run(
        `DELETE FROM ${BODIES} WHERE collection = ? AND key = ? AND version = ?`,
        id,
        key,
        resourceVersion,
      )
    },
    transaction: calls => sql.transaction(calls),
    /** Deletes all texts. */
    clear() {
      sql.run(`DELETE FROM ${BODIES} WHERE collection = ?`, id)
    },
  }
}
