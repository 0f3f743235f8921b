// A Worker with a relay of Durable Objects: a root and a leaf, which sleeps soon in the cluster `sleeping`. In the cluster `bare`, the
// leaf only accepts WebSockets. `/instance` identifies the instance of the leaf that is in memory.
import { createKubeClient } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import {
  type DurableNamespace,
  type DurableWebSocket,
  type RelayContext,
  RelayObject,
  type RelayObjectOptions,
  routeToRelay,
} from '@kube-informer/relay/cloudflare'
import { PushedUpstream } from './pushed-upstream.ts'

declare const WebSocketPair: new () => { readonly 0: object; readonly 1: DurableWebSocket }

interface Env {
  readonly SERVER: DurableNamespace
}

const HOUR_MS = 3_600_000
/** As long as the one that a sleeping leaf attaches to the socket of a reader. */
const ATTACHMENT = 'x'.repeat(300)
const SLEEP = { quietMs: 5000, minMs: 0, renewMs: HOUR_MS }

export class Tree extends RelayObject<Env> {
  readonly #ctx: RelayContext
  readonly #instance = crypto.randomUUID()

  constructor(ctx: RelayContext, env: Env) {
    super(ctx, env)
    this.#ctx = ctx
  }

  override configure({ SERVER }: Env, cluster: string): RelayObjectOptions {
    return {
      objects: SERVER,
      server: 'http://upstream',
      upstream: createKubeClient({ baseUrl: 'http://upstream', fetch: new PushedUpstream().fetch }),
      resources: [pods],
      origins: ['https://app.example'],
      budgets: { watchesPerUser: Number.POSITIVE_INFINITY },
      authenticate: async () => ({ username: 'reader', checkedUntil: Date.now() + HOUR_MS }),
      authorize: async () => ({ allowed: true, checkedUntil: Date.now() + HOUR_MS }),
      sleep: cluster === 'sleeping' ? SLEEP : { quietMs: Number.POSITIVE_INFINITY },
    }
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/instance') return new Response(this.#instance)
    if (searchParams.get('cluster') !== 'bare') return super.fetch(request)
    return request.headers.has('Upgrade') ? this.#accept() : new Response()
  }

  #accept(): Response {
    const { 0: client, 1: server } = new WebSocketPair()
    this.#ctx.acceptWebSocket(server)
    server.serializeAttachment(ATTACHMENT)
    const init: ResponseInit & { readonly webSocket: object } = { status: 101, webSocket: client }
    return new Response(null, init)
  }
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  async fetch(request: Request, { SERVER }: Env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const cluster = searchParams.get('cluster') ?? ''
    if (pathname === '/ok') return new Response()
    if (pathname === '/instance' || cluster === 'bare')
      return SERVER.get(SERVER.idFromName(`${cluster} leaf-0 `)).fetch(request)
    return routeToRelay(request, { objects: SERVER, cluster })
  },
}
