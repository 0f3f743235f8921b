/** A value of a column. Integers are safe integers. */
export type SqlValue = string | number | null

/** A row of a result, by column. */
export type SqlRow = Readonly<Record<string, SqlValue>>

/**
 * A SQLite database, as far as this library uses it. All calls are synchronous.
 *
 * {@link durableObjectSql} and {@link databaseSql} create it for Durable Objects, `node:sqlite` and `bun:sqlite`.
 */
export interface SqlPort {
  /** Runs one statement and returns all rows of its result. */
  run(statement: string, ...parameters: readonly SqlValue[]): readonly SqlRow[]
  /** Runs the function in one transaction: commits if it returns, and changes nothing if it throws. Not nested. */
  transaction<T>(write: () => T): T
}
