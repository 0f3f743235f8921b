import {
  asksForWebSocketWatch,
  sendFrames,
  type Upgrade,
  webSocketWatches,
} from '@kube-informer/cacher/sockets'
import { type Clock, type Status, systemClock } from '@kube-informer/core'
import type { Collection } from '../collections/collection.ts'
import { RECHECK_MS } from '../create-relay.ts'
import { parseRead } from '../http/read-target.ts'
import type { ReaderContext } from '../watches/reader-context.ts'
import type { DurableWebSocket, DurableWebSockets } from './durable-object.ts'
import { INTERNAL_URL } from './internal-requests.ts'
import { OpenBodies } from './open-bodies.ts'
import { RelayNode, type RelayNodeOptions } from './relay-node.ts'
import { HibernatingSocket, MAX_SENT } from './sleep/hibernating-socket.ts'
import { inParallel } from './sleep/in-parallel.ts'
import { SeenIdentity } from './sleep/seen-identity.ts'
import { sendLast } from './sleep/send-last.ts'
import {
  isStorable,
  newReader,
  resumingRequest,
  type SleepingReader,
  type StoredReader,
} from './sleep/stored-reader.ts'
import { openWebSocket, workerdUpgrade } from './workerd-upgrade.ts'

const CONCURRENT_RESUMES = 64

export interface AwakeLeafOptions extends RelayNodeOptions {
  readonly sockets: DurableWebSockets
}

/** A leaf while it is awake: a relay whose watches over WebSocket can outlive it. */
export class AwakeLeaf {
  readonly #options: AwakeLeafOptions
  readonly #node: RelayNode
  readonly #clock: Clock
  readonly #open = new Map<DurableWebSocket, HibernatingSocket>()
  readonly #forwarded = new OpenBodies()
  #resuming = 0
  #sends = 0

  constructor(options: AwakeLeafOptions) {
    this.#options = options
    this.#clock = options.options.clock ?? systemClock
    this.#node = new RelayNode(options)
  }

  /** The number of events that were sent to sockets. */
  get sends(): number {
    return this.#sends
  }

  /** Until when all readers can be served without their tokens. */
  get validUntil(): number {
    let first = Number.POSITIVE_INFINITY
    for (const { validUntil } of this.#open.values()) first = Math.min(first, validUntil)
    return first
  }

  /** Whether there is nothing but watches over WebSocket, which have no event to send. */
  get isIdle(): boolean {
    const { relay, running } = this.#node.relay
    if (this.#resuming > 0 || this.#forwarded.open > 0 || !relay.isIdle) return false
    const { contexts } = running
    const sockets = [...this.#open.values()]
    return (
      sockets.length > 0 &&
      sockets.length === running.size &&
      sockets.every(({ context }) => contexts.has(context))
    )
  }

  async fetch(request: Request): Promise<Response> {
    if (asksForWebSocketWatch(request, new URL(request.url))) return this.#watch(request)
    const response = await this.#node.fetch(request)
    return this.#isForwarded(request) ? this.#forwarded.count(response) : response
  }

  /** Continues the watches of readers. Never rejects. */
  async resume(readers: readonly SleepingReader[]): Promise<void> {
    const adopted = readers.map(reader => {
      const { identity, validUntil } = reader.stored
      const context = { identity: { ...identity, checkedUntil: validUntil } }
      return { reader, socket: this.#adopt(reader.socket, reader.stored, context, reader.stored) }
    })
    this.#resuming = adopted.length
    await inParallel(CONCURRENT_RESUMES, adopted, async ({ reader, socket }) => {
      await this.#resume(reader, socket).catch(() => socket.close(1000))
      this.#resuming--
    })
  }

  closed(socket: DurableWebSocket): void {
    this.#open.get(socket)?.closed()
  }

  /** Ends the watches, and attaches each reader to its socket. Call it while the leaf is idle. */
  async sleep(): Promise<void> {
    const { nextCheckAt } = this.#node.relay.running
    // Synchronously until the stop: what arrives in between would be skipped.
    const stored = [...this.#open.values()].map(socket =>
      socket.fallAsleep(this.#collectionOf(socket.stored)?.cacher.resourceVersion ?? '', nextCheckAt),
    )
    await this.stop()
    await Promise.all(stored)
  }

  stop(): Promise<void> {
    return this.#node.stop()
  }

  #watch(request: Request): Promise<Response> {
    const { options } = this.#options
    const seen = new SeenIdentity(() => this.#clock.now(), options.recheckMs ?? RECHECK_MS)
    const context = { onIdentified: seen.set.bind(seen) }
    const upgrade: Upgrade = (_request, protocol) => {
      const stored = newReader(request, seen)
      if (!this.#canSleepWith(stored)) return workerdUpgrade(request, protocol)
      const { socket, response } = openWebSocket(protocol)
      this.#options.sockets.acceptWebSocket(socket)
      return { socket: this.#adopt(socket, stored, context, seen), response }
    }
    const answer = (plain: Request) => this.#node.relay.answer(plain, context)
    return webSocketWatches(answer, upgrade, { clock: this.#clock, sentBytes: this.#node.sentBytes })(request)
  }

  /** Otherwise the leaf remains awake while the reader has its watch. */
  #canSleepWith(stored: StoredReader): boolean {
    const collection = this.#collectionOf(stored)
    const isStored = collection !== undefined && this.#node.stored.has(collection.name)
    return isStored && this.#options.options.sleep?.quietMs !== Number.POSITIVE_INFINITY && isStorable(stored)
  }

  #adopt(
    socket: DurableWebSocket,
    stored: StoredReader,
    context: ReaderContext,
    seen: { readonly validUntil: number },
  ): HibernatingSocket {
    const adopted = new HibernatingSocket({
      socket,
      stored,
      context,
      validUntil: () => seen.validUntil,
      onSend: () => this.#sends++,
      onOver: () => this.#open.delete(socket),
    })
    this.#open.set(socket, adopted)
    return adopted
  }

  /** Opens the watch of a reader again, and starts to send its events. */
  async #resume(reader: SleepingReader, socket: HibernatingSocket): Promise<void> {
    const request = resumingRequest(reader, this.#clock)
    // The reader opens its watch again, with its token.
    if (!request) return socket.close(1000)
    const uncountedBytes = MAX_SENT - reader.stored.sent
    const response = await this.#node.relay.answer(request, socket.context)
    if (!response.ok || !response.body) await refuse(socket, response)
    else if (socket.isOver) await response.body.cancel()
    else
      void sendFrames(response, socket, {
        clock: this.#clock,
        sentBytes: this.#node.sentBytes,
        uncountedBytes,
      })
  }

  #collectionOf({ path }: StoredReader): Collection | undefined {
    const read = parseRead(new Request(INTERNAL_URL + path))
    return read && this.#node.relay.collections.find(read.path)
  }

  #isForwarded(request: Request): boolean {
    if ((this.#options.options.others ?? 'refuse') === 'refuse') return false
    const path = parseRead(request)?.path
    return !path || !this.#node.relay.collections.find(path)
  }
}

/** What ends a watch for good is its last event; otherwise its reader opens it again. */
async function refuse(socket: HibernatingSocket, response: Response): Promise<void> {
  if (![401, 403, 410].includes(response.status)) {
    await response.body?.cancel()
    return socket.close(1000)
  }
  const status = (await response.json()) as Status
  sendLast(socket, status)
}
