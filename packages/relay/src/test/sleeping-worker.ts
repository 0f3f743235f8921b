// The Worker of relay-worker.ts, with leaves that sleep soon and with access that tests can revoke.
import {
  createKubeClient,
  createListWatch,
  isNotFound,
  SharedIndexInformer,
  systemClock,
} from '@kube-informer/core'
import { configMaps } from '@kube-informer/core/resources'
import type { Authorize } from '../api/access-attributes.ts'
import type { RelayContext, RelayObjectOptions } from '../cloudflare/index.ts'
import { impatientClock } from './impatient-clock.ts'
import worker, { Relay as AwakeRelay } from './relay-worker.ts'

type Env = Parameters<AwakeRelay['configure']>[0] & {
  /** How long an identity holds. */
  readonly VALID_MS: number
  /** How long an allowance holds. */
  readonly TTL_MS: number
  /** Whether changes of access are watched. */
  readonly WATCHES_ACCESS?: number
  /** Whether timers take as long as in production. */
  readonly USES_SYSTEM_CLOCK?: number
}
type Context = RelayContext & { abort(reason: string): void }

/** What a test reads of an object. */
export interface SleepState {
  /** What is attached to its sockets. */
  readonly attachments: readonly string[]
  readonly alarm: number | null
}

export class Relay extends AwakeRelay {
  readonly #ctx: Context

  constructor(ctx: Context, env: Env) {
    super(ctx, env)
    this.#ctx = ctx
  }

  override configure(env: Env): RelayObjectOptions {
    return {
      ...super.configure(env),
      authenticate: async request => {
        const username = request.headers.get('Authorization')?.slice('Bearer '.length)
        return username ? { username, checkedUntil: Date.now() + env.VALID_MS } : undefined
      },
      authorize: revocable(env),
      ...(env.USES_SYSTEM_CLOCK ? { clock: systemClock } : {}),
      sleep: { quietMs: env.USES_SYSTEM_CLOCK ? 500 : 5000, renewMs: 1500, minMs: 0 },
    }
  }

  override async fetch(request: Request): Promise<Response> {
    if (new URL(request.url).pathname !== '/test/state') return await super.fetch(request)
    const state: SleepState = {
      attachments: this.#ctx.getWebSockets().map(socket => String(socket.deserializeAttachment())),
      alarm: await this.#ctx.storage.getAlarm(),
    }
    return Response.json(state)
  }
}

/** A user may read unless there is a ConfigMap `revoked-NAME`. */
function revocable({ SERVER, TTL_MS, WATCHES_ACCESS }: Env): Authorize {
  const client = createKubeClient({ baseUrl: SERVER, clock: impatientClock })
  const authorize: Authorize = async ({ username }, _attributes, signal) => {
    const name = `revoked-${username}`
    const isRevoked = await client.get(configMaps, { namespace: 'default', name }, { signal }).then(
      () => true,
      error => {
        if (isNotFound(error)) return false
        throw error
      },
    )
    return { allowed: !isRevoked, checkedUntil: Date.now() + TTL_MS }
  }
  if (!WATCHES_ACCESS) return authorize
  return Object.assign(authorize, {
    run: async (signal: AbortSignal, onChange: () => void) => {
      const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, configMaps) })
      informer.addEventHandler({
        onAdd: (_object, isInInitialList) => {
          if (!isInInitialList) onChange()
        },
      })
      await informer.run(signal)
    },
  })
}

// workerd loads the default export.
// biome-ignore lint/style/noDefaultExport: the platform requires it
export default {
  fetch(request: Request, env: Env): Promise<Response> {
    const url = new URL(request.url)
    if (url.pathname !== '/test/state') return worker.fetch(request, env)
    return env.RELAY.get(env.RELAY.idFromName(url.searchParams.get('object') ?? '')).fetch(request)
  },
}
