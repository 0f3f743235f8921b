import { Agent, get, type IncomingMessage } from 'node:http'
import { ByteCount } from './byte-count.ts'

/** Connections at the same time, while they are opened. */
const AT_ONCE = 50

/** Readers over HTTP, each with a connection of its own. */
export class SocketReaders {
  readonly #agent = new Agent({ keepAlive: false })
  readonly #count = new ByteCount()
  readonly #bodies: IncomingMessage[] = []

  /** Opens that many readers of one URL. */
  async open(url: string, readers: number): Promise<void> {
    let left = readers
    const openLeft = async (): Promise<void> => {
      while (left-- > 0) await this.#openOne(url)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, openLeft))
  }

  /** Resolves when all readers together have received that many more bytes. */
  received(bytes: number): Promise<void> {
    return this.#count.next(bytes)
  }

  /** Closes all connections. Throws if one of them has ended before. */
  close(): void {
    const ended = this.#bodies.filter(({ complete, destroyed }) => complete || destroyed)
    if (ended.length > 0) throw new Error(`${ended.length} watches have ended`)
    for (const body of this.#bodies) body.destroy()
  }

  async #openOne(url: string): Promise<void> {
    const body = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, { agent: this.#agent }, resolve).on('error', reject)
    })
    if (body.statusCode !== 200) throw new Error(`${url}: ${body.statusCode}`)
    this.#bodies.push(body)
    body.on('error', () => {})
    body.on('data', (bytes: Buffer) => this.#count.add(bytes.length))
  }
}
