import { randomBytes } from 'node:crypto'
import { Agent, get } from 'node:http'
import type { Duplex } from 'node:stream'

/** Readers over WebSocket, each with a connection of its own. What they receive is not read. */
export class WebSocketReaders {
  readonly #agent = new Agent({ keepAlive: false })
  readonly #sockets: Duplex[] = []

  /** Opens readers of one URL, one after the other: workerd may retain an object that accepts two sockets at once. */
  async open(url: string, readers: number): Promise<void> {
    for (let opened = 0; opened < readers; opened++) await this.#openOne(url)
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
