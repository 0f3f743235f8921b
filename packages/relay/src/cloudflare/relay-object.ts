import type { DurableWebSocket } from './durable-object.ts'
import { STOP_PATH } from './internal-requests.ts'
import { ADDRESS_KEY, Leaf } from './leaf.ts'
import { isLeaf, type NodeAddress, objectName, takeAddress } from './node-address.ts'
import { Parent } from './parent.ts'
import type { RelayContext } from './relay-context.ts'
import type { RelayObjectOptions } from './relay-object-options.ts'
import type { TreeMember } from './tree-member.ts'

/**
 * The class of all Durable Objects of a relay: a root per cluster and resource, which alone reads from the apiserver;
 * leaves, among which the readers are divided; and branches between them, if there are many leaves. `routeToRelay` sends
 * them their requests.
 *
 * - Each object stores its caches in SQLite. After it ended, it resumes from there, without a list.
 * - If a root or a branch ends, its children resume at the next one. Their readers notice nothing but a delay.
 * - If a leaf ends, so do its watches; readers resume them at the same leaf, without a list.
 * - A leaf whose readers all use WebSockets sleeps when there are no events for them, and is woken by its parent.
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
  #member: TreeMember | undefined

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
    if (new URL(request.url).pathname === STOP_PATH) return this.#stop(address)
    this.#member ??= this.#create(address)
    return (
      this.#member?.fetch(request) ?? new Response('the request is for another object\n', { status: 400 })
    )
  }

  /** Called by the runtime. */
  async alarm(): Promise<void> {
    if (!this.#member) {
      const address = await this.#ctx.storage.get(ADDRESS_KEY)
      this.#member ??= address === undefined ? undefined : this.#create(address as NodeAddress)
    }
    await this.#member?.alarm()
  }

  /** Called by the runtime. Watches have no messages of readers. */
  webSocketMessage(): void {}

  /** Called by the runtime. */
  webSocketClose(socket: DurableWebSocket): void {
    this.#member?.closed(socket)
    // Before compatibility date 2026-04-07, the runtime does not answer the close frame.
    socket.close(1000)
  }

  /** Called by the runtime. */
  webSocketError(socket: DurableWebSocket): void {
    this.#member?.closed(socket)
  }

  /** What the object is in the tree; undefined if the address is that of another object. */
  #create(address: NodeAddress): TreeMember | undefined {
    const configure = () => this.configure(this.#env, address.cluster)
    const options = configure()
    // A client that reaches the object otherwise could claim to be another node, which trusts its readers.
    if (!options.objects.idFromName(objectName(address)).equals(this.#ctx.id)) return undefined
    if (isLeaf(address)) return new Leaf({ address, ctx: this.#ctx, configure })
    return new Parent({ address, storage: this.#ctx.storage, options })
  }

  async #stop(address: NodeAddress): Promise<Response> {
    // A leaf that is not in memory may have sockets and an alarm.
    if (isLeaf(address)) this.#member ??= this.#create(address)
    await this.#member?.stop()
    this.#member = undefined
    return new Response(null, { status: 204 })
  }
}
