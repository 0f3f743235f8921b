import { WebSocket } from 'ws'
import type { WatchReader } from './watch-reader.ts'

/** A watch over a WebSocket. */
export class SocketReader {
  readonly events: WatchReader['events'] = []
  readonly #socket: WebSocket

  constructor(url: string, token: string) {
    const bearer = Buffer.from(token).toString('base64url')
    const protocols = [`base64url.bearer.authorization.k8s.io.${bearer}`, 'base64.binary.k8s.io']
    this.#socket = new WebSocket(url, protocols, { headers: { origin: 'https://app.example' } })
    this.#socket.on('message', message => this.events.push(JSON.parse(String(message))))
  }

  /** False when the relay has begun to close the socket. workerd may end the connection much later. */
  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** `ADDED pod-1`, or `ERROR 403`. */
  get lines(): readonly string[] {
    return this.events
      .filter(({ type }) => type !== 'BOOKMARK')
      .map(({ type, object }) => `${type} ${object.code ?? object.metadata?.name ?? ''}`)
  }

  close(): void {
    this.#socket.close()
  }

  terminate(): void {
    this.#socket.terminate()
  }
}
