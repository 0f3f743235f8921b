import { type ServerWebSocket, type WatchMessage, webSocketWatches } from '@kube-informer/cacher/sockets'
import type { Handler } from '../compress/compressing.ts'

/** The socket that `Bun.serve` passes to its handlers, with the data given to `upgrade`. */
interface BunSocket {
  readonly data: unknown
  readonly readyState: number
  send(message: WatchMessage): unknown
  close(code?: number): void
  getBufferedAmount?(): number
}

/** The part of Bun's server that upgrades a request. */
interface BunServer {
  upgrade(request: Request, options: { readonly data: unknown; readonly headers?: HeadersInit }): boolean
}

/** Options of `Bun.serve`. */
export interface BunServeOptions {
  fetch(request: Request, server: BunServer): Promise<Response | undefined>
  readonly websocket: {
    open(socket: BunSocket): void
    message(): void
    close(socket: BunSocket): void
  }
}

/** A socket that Bun opens after the response. */
class LateSocket implements ServerWebSocket {
  #socket: BunSocket | undefined
  #isClosed = false
  readonly #listeners: { readonly type: string; readonly listener: () => void }[] = []

  get readyState(): number {
    return this.#isClosed ? 3 : (this.#socket?.readyState ?? 0)
  }

  get bufferedAmount(): number {
    return this.#socket?.getBufferedAmount?.() ?? 0
  }

  send(message: WatchMessage): void {
    this.#socket?.send(message)
  }

  close(code?: number): void {
    this.#socket?.close(code)
  }

  addEventListener(type: string, listener: () => void): void {
    this.#listeners.push({ type, listener })
  }

  opened(socket: BunSocket): void {
    this.#socket = socket
    this.#tell('open')
  }

  closed(): void {
    this.#isClosed = true
    this.#tell('close')
  }

  #tell(type: string): void {
    for (const known of this.#listeners) if (known.type === type) known.listener()
  }
}

/**
 * Watches over WebSocket in Bun, which configures socket handlers beside `fetch`.
 *
 * @example Bun.serve({ port: 8001, ...bunWebSocketWatches(request => server.fetch(request)) })
 */
export function bunWebSocketWatches(handle: Handler): BunServeOptions {
  return {
    fetch: async (request, server) => {
      let isUpgraded = false
      const refused: LateSocket[] = []
      const response = await webSocketWatches(handle, (asked, protocol) => {
        const socket = new LateSocket()
        const headers = protocol === undefined ? {} : { headers: { 'Sec-WebSocket-Protocol': protocol } }
        isUpgraded = server.upgrade(asked, { data: socket, ...headers })
        if (!isUpgraded) refused.push(socket)
        return { socket, response: new Response(null, { status: 400 }) }
      })(request)
      // Only now it has listeners, which end the watch.
      for (const socket of refused) socket.closed()
      return isUpgraded ? undefined : response
    },
    websocket: {
      open: socket => lateSocketOf(socket)?.opened(socket),
      message: () => {},
      close: socket => lateSocketOf(socket)?.closed(),
    },
  }
}

const lateSocketOf = ({ data }: BunSocket): LateSocket | undefined =>
  data instanceof LateSocket ? data : undefined
