import type { ServerWebSocket, Upgrade } from '@kube-informer/cacher/sockets'
import { UsageError } from '@kube-informer/core'

/** The upgrade APIs of Deno and Cloudflare Workers. */
interface Host {
  readonly Deno?: {
    upgradeWebSocket(
      request: Request,
      options: { readonly protocol?: string },
    ): { readonly socket: ServerWebSocket; readonly response: Response }
  }
  readonly WebSocketPair?: new () => { readonly 0: object; readonly 1: ServerWebSocket & { accept(): void } }
}

const host: Host = globalThis as Host

/** Upgrades with `Deno.upgradeWebSocket`. */
export const denoUpgrade: Upgrade = (request, protocol) => {
  if (!host.Deno) throw new UsageError('denoUpgrade works in Deno only')
  return host.Deno.upgradeWebSocket(request, protocol === undefined ? {} : { protocol })
}

/** Upgrades with a `WebSocketPair`, in Cloudflare Workers. */
export const workerdUpgrade: Upgrade = (_request, protocol) => {
  if (!host.WebSocketPair) throw new UsageError("workerdUpgrade works in Cloudflare's workers only")
  const { 0: client, 1: socket } = new host.WebSocketPair()
  socket.accept()
  const init: ResponseInit & { readonly webSocket: object } = {
    status: 101,
    webSocket: client,
    ...(protocol === undefined ? {} : { headers: { 'Sec-WebSocket-Protocol': protocol } }),
  }
  return { socket, response: new Response(null, init) }
}
