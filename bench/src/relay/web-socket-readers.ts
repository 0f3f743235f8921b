import { randomBytes } from 'node:crypto'
import { Agent, get } from 'node:http'
import type { Duplex } from 'node:stream'

/** Connections at the same time, while they are opened. */
const AT_ONCE = 50

/** Readers over WebSocket, each with a connection of its own. What they receive is not read. */
export class WebSocketReaders {
  readonly #agent = new Agent({ keepAlive: false })
  readonly #sockets: Duplex[] = []

  /** Opens that many readers of one URL. */
  async open(url: string, readers: number): Promise<void> {
    let left = readers
    const openLeft = async (): Promise<void> => {
      while (left-- > 0) await this.#openOne(url)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, openLeft))
  }

  /** Closes all connections. Throws if one of them has ended before. */
  close(): void {
    const ended = this.#sockets.filter(({ destroyed, readableEnded }) => destroyed || readableEnded)
    if (ended.length > 0) throw new Error(`${ended.length} watches have ended`)
    for (const socket of this.#sockets) socket.destroy()
  }

  async #openOne(url: string): Promise<void> {
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      Origin: 'https://app.example',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      'Sec-WebSocket-Version': '13',
    }
    const socket = await new Promise<Duplex>((resolve, reject) => {
      const request = get(url, { agent: this.#agent, headers })
      request.on('upgrade', (_response, upgraded) => resolve(upgraded))
      request.on('response', ({ statusCode }) => reject(new Error(`${url}: ${statusCode}`)))
      request.on('error', reject)
    })
    this.#sockets.push(socket)
    socket.on('error', () => {})
    socket.resume()
  }
}
