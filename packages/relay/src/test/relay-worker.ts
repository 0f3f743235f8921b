// A Cloudflare Worker with a relay. Tests send commands to its objects below /test.
import { createKubeClient } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import {
  type DurableNamespace,
  type RelayContext,
  RelayObject,
  type RelayObjectOptions,
  type RelayRoutes,
  routeToRelay,
  stopRelay,
} from '../cloudflare/index.ts'
import { impatientClock } from './impatient-clock.ts'

interface Env {
  readonly SERVER: string
  readonly RELAY: DurableNamespace
  readonly LEAVES: number
  readonly FANOUT: number
}

/** Requests of a test to an object. */
const ABORT = 'https://test/abort'

export class Relay extends RelayObject<Env> {
  readonly #ctx: RelayContext & { abort(reason: string): void }

  constructor(ctx: RelayContext & { abort(reason: string): void }, env: Env) {
    super(ctx, env)
    this.#ctx = ctx
  }

  override configure({ RELAY, SERVER }: Env): RelayObjectOptions {
    return {
      objects: RELAY,
      server: SERVER,
      upstream: createKubeClient({ baseUrl: SERVER, clock: impatientClock }),
      resources: [pods],
      origins: ['https://app.example'],
      authenticate: async request => {
        const username = request.headers.get('Authorization')?.slice('Bearer '.length)
        return username ? { username } : undefined
      },
      authorize: async ({ username }, { namespace }) => ({
        allowed: username !== 'mallory' || namespace === 'public',
      }),
      clock: impatientClock,
    }
  }

  override async fetch(request: Request): Promise<Response> {
    if (request.url === ABORT) this.#ctx.abort('aborted by a test')
    return await super.fetch(request)
  }
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  async fetch(request: Request, { RELAY, LEAVES: leaves, FANOUT: fanout }: Env): Promise<Response> {
    const routes: RelayRoutes = { objects: RELAY, leaves, fanout }
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/test/stop') {
      await stopRelay(routes, [pods])
      return new Response()
    }
    if (pathname === '/test/abort') {
      const id = RELAY.idFromName(searchParams.get('object') ?? '')
      await RELAY.get(id)
        .fetch(new Request(ABORT))
        .catch(() => undefined)
      return new Response()
    }
    return await routeToRelay(request, routes)
  },
}
