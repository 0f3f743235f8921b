import { createConnection, createServer, type Server, type Socket } from 'node:net'

/**
 * The network between the tabs and an apiserver. It forwards every byte, until it is held (no byte passes, no
 * connection closes) or cut (connections break, new ones are rejected).
 */
export class Link {
  readonly #target: number
  readonly #wires = new Set<Wire>()
  readonly #held: string[] = []
  #server: Server | undefined
  #port = 0
  #isHeld = false

  private constructor(target: number) {
    this.#target = target
  }

  /** Creates a link to a server on this machine. */
  static async to(url: string): Promise<Link> {
    const link = new Link(Number(new URL(url).port))
    await link.restore()
    return link
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** The requests that were sent while the link was held: `GET /api/v1/pods?watch=true`. */
  get heldRequests(): readonly string[] {
    return [...this.#held]
  }

  hold(): void {
    this.#isHeld = true
    this.#held.length = 0
    for (const wire of this.#wires) wire.hold()
  }

  /** Forwards everything that was held, in order. */
  release(): void {
    this.#isHeld = false
    for (const wire of this.#wires) wire.release()
  }

  /** Open connections never transfer another byte and are not closed. New connections work. */
  strand(): void {
    for (const wire of this.#wires) wire.hold()
    this.#wires.clear()
  }

  async cut(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    const closed = new Promise<void>(resolve => (server ? server.close(() => resolve()) : resolve()))
    for (const wire of this.#wires) wire.cut()
    await closed
  }

  /** Listens again, on the same port. */
  async restore(): Promise<void> {
    const server = createServer(client => this.#connect(client))
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.#port, '127.0.0.1', resolve)
    })
    const address = server.address()
    if (typeof address === 'object' && address) this.#port = address.port
    this.#server = server
  }

  #connect(client: Socket): void {
    const wire = new Wire(client, createConnection(this.#target, '127.0.0.1'), {
      onRequest: line => this.#isHeld && this.#held.push(line),
      onEnd: () => this.#wires.delete(wire),
    })
    this.#wires.add(wire)
    if (this.#isHeld) wire.hold()
  }
}

interface WireListener {
  onRequest(line: string): void
  onEnd(): void
}

/** One connection. */
class Wire {
  readonly #client: Socket
  readonly #server: Socket
  /** The bytes that the client sent while the link was held; undefined while it is not. */
  #waiting: Buffer[] | undefined

  constructor(client: Socket, server: Socket, { onRequest, onEnd }: WireListener) {
    this.#client = client
    this.#server = server
    client.on('data', chunk => {
      for (const line of requestLines(chunk)) onRequest(line)
      if (this.#waiting) this.#waiting.push(chunk)
      else server.write(chunk)
    })
    server.pipe(client)
    for (const socket of [client, server]) {
      socket.on('error', () => this.cut())
      socket.on('close', () => {
        this.cut()
        onEnd()
      })
    }
  }

  hold(): void {
    this.#waiting ??= []
    this.#server.unpipe(this.#client)
    this.#server.pause()
  }

  release(): void {
    for (const chunk of this.#waiting ?? []) this.#server.write(chunk)
    this.#waiting = undefined
    this.#server.pipe(this.#client)
  }

  cut(): void {
    this.#client.destroy()
    this.#server.destroy()
  }
}

/** The first lines of requests. No body contains such a line, since writes are JSON. */
const requestLines = (chunk: Buffer): readonly string[] =>
  [...chunk.toString('latin1').matchAll(/^((?:GET|POST|PUT|PATCH|DELETE) \S+) HTTP\/1\.1\r$/gm)].flatMap(
    ([, line]) => line ?? [],
  )
