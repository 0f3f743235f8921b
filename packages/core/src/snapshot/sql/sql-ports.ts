import type { SqlPort, SqlRow, SqlValue } from './sql-port.ts'

/** The storage of a Durable Object with SQLite: `ctx.storage`. */
export interface DurableObjectSqlStorage {
  readonly sql: { exec(statement: string, ...parameters: SqlValue[]): { toArray(): unknown[] } }
  transactionSync<T>(write: () => T): T
}

/**
 * The SQLite database of a Durable Object.
 *
 * @example
 * const sql = durableObjectSql(ctx.storage)
 */
export const durableObjectSql = (storage: DurableObjectSqlStorage): SqlPort => ({
  run: (statement, ...parameters) => storage.sql.exec(statement, ...parameters).toArray() as SqlRow[],
  transaction: write => storage.transactionSync(write),
})

/** A `DatabaseSync` of `node:sqlite`, or a `Database` of `bun:sqlite`. */
export interface SqlDatabase {
  prepare(statement: string): { all(...parameters: SqlValue[]): unknown[] }
}

/**
 * A database of `node:sqlite` or `bun:sqlite`. Statements are prepared once. The journal mode and the busy timeout are
 * those of the database that you pass.
 *
 * @example
 * const sql = databaseSql(new DatabaseSync('informers.db'))
 */
export function databaseSql(database: SqlDatabase): SqlPort {
  const prepared = new Map<string, ReturnType<SqlDatabase['prepare']>>()
  const run = (statement: string, ...parameters: readonly SqlValue[]): SqlRow[] => {
    const found = prepared.get(statement) ?? database.prepare(statement)
    prepared.set(statement, found)
    return found.all(...parameters) as SqlRow[]
  }
  return { run, transaction: write => inTransaction(run, write) }
}

function inTransaction<T>(run: (statement: string) => unknown, write: () => T): T {
  run('BEGIN IMMEDIATE')
  try {
    const result = write()
    run('COMMIT')
    return result
  } catch (error) {
    try {
      run('ROLLBACK')
    } catch {
      // SQLite has rolled back itself, as it does when the disk is full.
    }
    throw error
  }
}
