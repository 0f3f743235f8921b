// A Cloudflare Worker whose Durable Object responds with the failures as JSON.
import { type DurableObjectSqlStorage, durableObjectSql } from '@kube-informer/core/snapshot'
import { runSnapshotCases } from './cases.ts'
import { sqlStores } from './sql-stores.ts'

interface Context {
  readonly storage: DurableObjectSqlStorage
}

export class Snapshots {
  readonly #storage: DurableObjectSqlStorage

  constructor({ storage }: Context) {
    this.#storage = storage
  }

  async fetch(): Promise<Response> {
    return Response.json(await runSnapshotCases(sqlStores(durableObjectSql(this.#storage))))
  }
}

interface Env {
  readonly SNAPSHOTS: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  fetch: (request: Request, { SNAPSHOTS }: Env): Promise<Response> =>
    SNAPSHOTS.get(SNAPSHOTS.idFromName('snapshots')).fetch(request),
}
