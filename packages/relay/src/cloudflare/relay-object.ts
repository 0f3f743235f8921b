import type { DurableContext, DurableId } from './durable-object.ts'
import { objectName, takeAddress } from './node-address.ts'
import { RelayNode } from './relay-node.ts'
import type { RelayObjectOptions } from './relay-object-options.ts'
import { STOP_PATH } from './route-to-relay.ts'

/** The context of a {@link RelayObject}. */
export interface RelayContext extends DurableContext {
  readonly id: DurableId
}

/**
 * The class of all Durable Objects of a relay: a root per cluster and resource, which alone reads from the apiserver;
 * leaves, among which the readers are divided; and branches between them, if there are many leaves. `routeToRelay` sends
 * them their requests.
 *
 * - Each object stores its caches in SQLite. After it ended, it resumes from there, without a list.
 * - If a root or a branch ends, its children resume at the next one. Their readers notice nothing but a delay.
 * - If a leaf ends, so do its watches; readers resume them at the same leaf, without a list.
 *
 * @example
 * export class Relay extends RelayObject<Env> {
 *   override configure({ RELAY, TOKEN }: Env) {
 *     const server = 'https://cluster.example'
 *     const upstream = createKubeClient({ baseUrl: server, getToken: () => TOKEN })
 *     const reviews = { authenticate: tokenReview({ client: upstream }), authorize: accessReview({ client: upstream }) }
 *     return { objects: RELAY, server, upstream, resources: [pods], ...reviews }
 *   }
 * }
 * export default {
 *   fetch: (request: Request, { RELAY }: Env) => routeToRelay(request, { objects: RELAY, leaves: 8 }),
 * }
 */
export abstract class RelayObject<Env> {
  readonly #ctx: RelayContext
  readonly #env: Env
  #node: RelayNode | undefined

  constructor(ctx: RelayContext, env: Env) {
    this.#ctx = ctx
    this.#env = env
  }

  /** Returns the options for a cluster, by the name that was passed to `routeToRelay`. */
  abstract configure(env: Env, cluster: string): RelayObjectOptions

  /** Called by the runtime. */
  async fetch(incoming: Request): Promise<Response> {
    const taken = takeAddress(incoming)
    if (!taken) return new Response('requests to a RelayObject pass routeToRelay\n', { status: 400 })
    const { address, request } = taken
    if (new URL(request.url).pathname === STOP_PATH) return this.#stop()
    if (!this.#node) {
      const options = this.configure(this.#env, address.cluster)
      // A client that reaches the object otherwise could claim to be another node, which trusts its readers.
      if (!options.objects.idFromName(objectName(address)).equals(this.#ctx.id))
        return new Response('the request is for another object\n', { status: 400 })
      this.#node = new RelayNode({ address, storage: this.#ctx.storage, options })
    }
    return this.#node.fetch(request)
  }

  async #stop(): Promise<Response> {
    await this.#node?.stop()
    this.#node = undefined
    return new Response(null, { status: 204 })
  }
}
