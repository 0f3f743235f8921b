// A Cloudflare Worker whose Durable Object runs informers. The path of a request is a command.
import { createKubeClient } from '@kube-informer/core'
import { pods, secrets } from '@kube-informer/core/resources'
import { type DurableContext, type DurableInformers, durableInformers } from '../cloudflare/index.ts'
import { impatientClock } from './impatient-clock.ts'

interface Context extends DurableContext {
  abort(reason: string): void
}

interface Env {
  readonly SERVER: string
  /** When a watch without events is replaced. */
  readonly IDLE_MS?: number
  readonly CLUSTER: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
}

/** What the object answers. */
export interface ObjectStatus {
  /** A number that each incarnation of the object has for itself. */
  readonly incarnation: string
  readonly names: readonly string[]
  readonly data: string
  readonly error: string | undefined
  readonly resourceVersion: string
  readonly alarm: number | null
  readonly tables: Readonly<Record<string, unknown>>
}

export class Cluster {
  readonly #ctx: Context
  readonly #informers: DurableInformers
  readonly #incarnation = crypto.randomUUID()

  constructor(ctx: Context, { SERVER: server, IDLE_MS: watchIdleTimeoutMs }: Env) {
    this.#ctx = ctx
    this.#informers = durableInformers(ctx, {
      client: createKubeClient({ baseUrl: server, clock: impatientClock }),
      server,
      resources: [
        { resource: pods, informer: { watchIdleTimeoutMs, snapshotThrottleMs: 10 } },
        { resource: secrets },
      ],
      watchdogMs: 300,
    })
  }

  async fetch(request: Request): Promise<Response> {
    const command = new URL(request.url).pathname.slice(1)
    if (command === 'start') await this.#informers.start()
    if (command === 'stop') await this.#informers.stop()
    if (command === 'erase') await this.#informers.stop({ erase: true })
    if (command === 'abort') this.#ctx.abort('aborted by a test')
    return Response.json(await this.#status())
  }

  alarm(): Promise<void> {
    return this.#informers.alarm()
  }

  async #status(): Promise<ObjectStatus> {
    const { informer, lister } = this.#informers.forResource(pods)
    const { sql } = this.#ctx.storage
    const tables = sql.exec('SELECT name FROM sqlite_schema WHERE name LIKE ?', 'kube_informer%').toArray()
    const names = (tables as { name: string }[])
      .map(({ name }) => name)
      .filter(name => !name.includes('autoindex'))
    return {
      incarnation: this.#incarnation,
      names: lister.list().map(({ metadata }) => metadata?.name ?? ''),
      data: informer.status.data,
      error: informer.status.error?.message,
      resourceVersion: informer.coveredResourceVersion,
      alarm: await this.#ctx.storage.getAlarm(),
      tables: Object.fromEntries(
        names.map(name => [name, JSON.stringify(sql.exec(`SELECT * FROM ${name}`).toArray())]),
      ),
    }
  }
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  fetch(request: Request, { CLUSTER }: Env): Promise<Response> {
    return CLUSTER.get(CLUSTER.idFromName('cluster')).fetch(request)
  },
}
