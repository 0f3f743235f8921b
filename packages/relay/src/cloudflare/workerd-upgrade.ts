import { UsageError } from '@kube-informer/core'
import type { Upgrade } from '@kube-informer/core/cacher/internal'
import type { ReaderSocket } from '../socket/reader-socket.ts'

/** What workerd adds to the globals. */
interface Host {
  readonly WebSocketPair?: new () => { readonly 0: object; readonly 1: ReaderSocket & { accept(): void } }
}

/** Upgrades a request with a `WebSocketPair`. */
export const workerdUpgrade: Upgrade<ReaderSocket> = (_request, protocol) => {
  const { WebSocketPair } = globalThis as Host
  if (!WebSocketPair) throw new UsageError('a RelayObject runs in workerd only')
  const { 0: client, 1: socket } = new WebSocketPair()
  socket.accept()
  const init: ResponseInit & { readonly webSocket: object } = {
    status: 101,
    webSocket: client,
    ...(protocol === undefined ? {} : { headers: { 'Sec-WebSocket-Protocol': protocol } }),
  }
  return { socket, response: new Response(null, init) }
}
