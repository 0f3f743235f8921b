// bun bun.js: prints the failures as JSON
import { databaseSql, type SqlDatabase } from '@kube-informer/core/snapshot'
import { runSnapshotCases } from './cases.ts'
import { sqlStores } from './sql-stores.ts'

// Not a static import: TypeScript has no types of this module, and bundlers no file.
const sqlite = 'bun:sqlite'
const { Database } = (await import(sqlite)) as { Database: new (path: string) => SqlDatabase }

console.log(JSON.stringify(await runSnapshotCases(sqlStores(databaseSql(new Database(':memory:'))))))
