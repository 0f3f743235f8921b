// A Worker with a relay of Durable Objects: a root and a leaf, which sleeps soon. `/asleep` is the number of readers that
// the leaf has attached to their sockets.
import { createKubeClient } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import {
  type DurableNamespace,
  type RelayContext,
  RelayObject,
  type RelayObjectOptions,
  routeToRelay,
} from '@kube-informer/relay/cloudflare'
import { PushedUpstream } from './pushed-upstream.ts'

interface Env {
  readonly SERVER: DurableNamespace
}

const HOUR_MS = 3_600_000
const SLEEP = { quietMs: 500, minMs: 0, renewMs: HOUR_MS }

export class Tree extends RelayObject<Env> {
  readonly #ctx: RelayContext

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
    if (new URL(request.url).pathname !== '/asleep') return super.fetch(request)
    const attachments = this.#ctx.getWebSockets().map(socket => String(socket.deserializeAttachment()))
    return Response.json(attachments.filter(text => text.includes('"resourceVersion"')).length)
  }
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  async fetch(request: Request, { SERVER }: Env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const cluster = searchParams.get('cluster') ?? ''
    if (pathname === '/ok') return new Response()
    if (pathname === '/asleep') return SERVER.get(SERVER.idFromName(`${cluster} leaf-0 `)).fetch(request)
    return routeToRelay(request, { objects: SERVER, cluster })
  },
}
