// A Worker with one Durable Object. GET opens a stream, POST sends `events` events to all of them.
import { type DurableObjectSqlStorage, durableObjectSql } from '@kube-informer/core/snapshot'
import { BareStreams } from './bare-streams.ts'
import { type Root, startRoot } from './root.ts'
import { startRelay } from './started-relay.ts'

const eventsOf = ({ url }: Request): number => Number(new URL(url).searchParams.get('events'))

/** The floor. */
export class Bare {
  readonly #streams = new BareStreams()

  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'POST') return new Response(this.#streams.open())
    this.#streams.push(eventsOf(request))
    return new Response()
  }
}

export class Relaying {
  #started: ReturnType<typeof startRelay> | undefined

  async fetch(request: Request): Promise<Response> {
    this.#started ??= startRelay()
    const { relay, upstream } = await this.#started
    if (request.method !== 'POST') return relay.fetch(request)
    upstream.push(eventsOf(request))
    return new Response()
  }
}

/** The root of a relay, which starts from its storage. `/lists` returns its lists upstream, `/abort` ends the object. */
export class WarmRoot {
  readonly #ctx: RootContext
  #root: Root | undefined

  constructor(ctx: RootContext) {
    this.#ctx = ctx
  }

  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url)
    if (url.pathname === '/lists') return new Response(String(this.#root?.lists()))
    if (url.pathname === '/abort') this.#ctx.abort()
    const isWarm = url.searchParams.get('isWarm') === 'true'
    const sql = isWarm ? durableObjectSql(this.#ctx.storage) : undefined
    this.#root ??= startRoot(url.searchParams.get('upstream') ?? '', sql)
    url.searchParams.delete('upstream')
    url.searchParams.delete('isWarm')
    return this.#root.fetch(new Request(url))
  }
}

interface RootContext {
  readonly storage: DurableObjectSqlStorage
  abort(): void
}

interface Env {
  readonly SERVER: {
    idFromName(name: string): unknown
    get(id: unknown): { fetch(request: Request): Promise<Response> }
  }
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  fetch: async (request: Request, { SERVER }: Env): Promise<Response> =>
    request.url.endsWith('/ok') ? new Response() : SERVER.get(SERVER.idFromName('server')).fetch(request),
}
