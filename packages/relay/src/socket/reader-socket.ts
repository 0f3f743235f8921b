import type { ServerWebSocket } from '@kube-informer/cacher/sockets'

/** The part of a WebSocket that the subprotocol uses. Deno's, workerd's and that of `ws` have it. */
export interface ReaderSocket extends ServerWebSocket {
  send(data: string | Uint8Array<ArrayBuffer>): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}
