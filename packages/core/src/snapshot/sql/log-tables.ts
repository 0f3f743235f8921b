import { SnapshotError } from './snapshot-error.ts'
import type { SqlPort } from './sql-port.ts'

/** The names contain the version of the format. Data of another version is not read. */
const COLLECTIONS = 'kube_informer_collections_v1'
export const ROWS = 'kube_informer_log_v3'
export const BODIES = 'kube_informer_bodies_v1'

/** A collection's rows are an interval of ids, so that the table needs no index, which Durable Objects count as a write. */
export const IDS_PER_COLLECTION: number = 2 ** 32
/** Changes have the ids of the first half of the interval, and checkpoints those of the second: see `LogLayout`. */
export const CHECKPOINT_IDS: number = IDS_PER_COLLECTION / 2

const COLUMNS = [
  'id INTEGER PRIMARY KEY',
  'covers INTEGER',
  'part INTEGER NOT NULL',
  'last INTEGER NOT NULL',
  'version TEXT NOT NULL',
  'chars INTEGER NOT NULL',
  'checksum INTEGER NOT NULL',
  'bodies_checksum INTEGER NOT NULL',
  'entries TEXT NOT NULL',
  'bodies TEXT NOT NULL',
]
const BODY_COLUMNS = [
  'collection INTEGER NOT NULL',
  'key TEXT NOT NULL',
  'part INTEGER NOT NULL',
  'version TEXT NOT NULL',
  'body TEXT NOT NULL',
  'PRIMARY KEY (collection, key, part)',
]
const TABLES: Readonly<Record<string, string>> = {
  [COLLECTIONS]: `CREATE TABLE ${COLLECTIONS} (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE)`,
  [ROWS]: `CREATE TABLE ${ROWS} (${COLUMNS.join(', ')})`,
  [BODIES]: `CREATE TABLE ${BODIES} (${BODY_COLUMNS.join(', ')}) WITHOUT ROWID`,
}

/** Whether the database has the tables. @throws {SnapshotError} if it has others of the same name */
export function hasTables(sql: SqlPort): boolean {
  const found = sql.run('SELECT name, sql FROM sqlite_schema WHERE name IN (?, ?, ?)', ...Object.keys(TABLES))
  const unknown = found.find(({ name, sql }) => sql !== TABLES[String(name)])
  if (unknown) throw new SnapshotError(`the table ${unknown.name} of the database has an unknown schema`)
  return found.length === Object.keys(TABLES).length
}

function createTables(sql: SqlPort): void {
  if (hasTables(sql)) return
  for (const statement of Object.values(TABLES))
    sql.run(statement.replace('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS'))
}

/** The number of a collection, which no other one ever has; undefined if it is not stored. */
export function findCollection(sql: SqlPort, name: string): number | undefined {
  const [row] = sql.run(`SELECT id FROM ${COLLECTIONS} WHERE name = ?`, name)
  return row && Number(row.id)
}

/** Finds or creates a collection, and the tables, in the running transaction. */
export function ensureCollection(sql: SqlPort, name: string): number {
  createTables(sql)
  const found = findCollection(sql, name)
  if (found !== undefined) return found
  sql.run(`INSERT INTO ${COLLECTIONS} (name) VALUES (?)`, name)
  return findCollection(sql, name) ?? 0
}

/** Deletes all collections except those with these names, in the running transaction. */
export function deleteOtherCollections(sql: SqlPort, names: ReadonlySet<string>): void {
  for (const { id, name } of sql.run(`SELECT id, name FROM ${COLLECTIONS}`)) {
    if (names.has(String(name))) continue
    const start = Number(id) * IDS_PER_COLLECTION
    sql.run(`DELETE FROM ${ROWS} WHERE id >= ? AND id < ?`, start, start + IDS_PER_COLLECTION)
    sql.run(`DELETE FROM ${BODIES} WHERE collection = ?`, Number(id))
    sql.run(`DELETE FROM ${COLLECTIONS} WHERE id = ?`, Number(id))
  }
}
