import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** How a proxy treats its connections: `hang` keeps them and delivers nothing, `refuse` breaks them and new ones. */
export type Partition = 'hang' | 'refuse'

/** A TCP proxy between one client and a server on this machine; TLS passes through. */
export class TcpProxy {
  readonly #server = createServer(socket => this.#open(socket))
  readonly #targetPort: number
  readonly #sockets = new Set<Socket>()
  #partition: Partition | undefined

  private constructor(targetPort: number) {
    this.#targetPort = targetPort
  }

  static async start(target: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(Number(new URL(target).port))
    await new Promise<void>(resolve => proxy.#server.listen(0, '127.0.0.1', () => resolve()))
    return proxy
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  cut(partition: Partition): void {
    this.#partition = partition
    for (const socket of this.#sockets) {
      if (partition === 'refuse') socket.destroy()
      else socket.pause()
    }
  }

  /** Ends the partition. Bytes that were held back are delivered late. */
  heal(): void {
    this.#partition = undefined
    for (const socket of this.#sockets) socket.resume()
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    return new Promise(resolve => this.#server.close(() => resolve()))
  }

  #open(client: Socket): void {
    if (this.#partition === 'refuse') {
      client.destroy()
      return
    }
    const server = connect(this.#targetPort, '127.0.0.1')
    this.#forward(client, server)
    this.#forward(server, client)
  }

  #forward(from: Socket, to: Socket): void {
    this.#sockets.add(from)
    from.on('data', bytes => to.write(bytes))
    from.on('end', () => to.end())
    from.on('error', () => to.destroy())
    from.on('close', () => {
      this.#sockets.delete(from)
      to.destroy()
    })
    if (this.#partition === 'hang') from.pause()
  }
}
