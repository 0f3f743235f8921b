// A Cloudflare Worker with a relay. Tests send commands to its objects below /test.
import { pods } from '@kube-informer/core/resources'
import {
  type DurableNamespace,
  type RelayContext,
  RelayObject,
  type RelayObjectOptions,
  type RelayRoutes,
  routeToRelay,
  stopRelay,
} from '@kube-informer/relay/cloudflare'
import { type RelaySettings, relayOptions } from '../relay-settings.ts'

interface Env {
  readonly RELAY: DurableNamespace
  readonly SETTINGS: RelaySettings
  readonly LEAVES: number
}

/** Requests of a test to an object. */
const COMMANDS = 'https://test/'

type Context = RelayContext & { abort(reason: string): void }

export class Relay extends RelayObject<Env> {
  readonly #ctx: Context

  constructor(ctx: Context, env: Env) {
    super(ctx, env)
    this.#ctx = ctx
  }

  override configure({ RELAY, SETTINGS }: Env): RelayObjectOptions {
    return { ...relayOptions(SETTINGS), objects: RELAY, server: SETTINGS.server, resources: [pods] }
  }

  override async fetch(request: Request): Promise<Response> {
    if (request.url === `${COMMANDS}abort`) this.#ctx.abort('aborted by a test')
    if (request.url === `${COMMANDS}alarm`) return Response.json(await this.#ctx.storage.getAlarm())
    return await super.fetch(request)
  }
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  async fetch(request: Request, { RELAY, LEAVES: leaves }: Env): Promise<Response> {
    const routes: RelayRoutes = { objects: RELAY, leaves }
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/test/stop') {
      await stopRelay(routes, [pods])
      return new Response()
    }
    if (pathname.startsWith('/test/')) {
      const object = RELAY.get(RELAY.idFromName(searchParams.get('object') ?? ''))
      return object.fetch(new Request(COMMANDS + pathname.slice('/test/'.length)))
    }
    return await routeToRelay(request, routes)
  },
}
