interface Waiting {
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

/** The answer to a command, or an event. */
interface Answer {
  readonly id?: number
  readonly result?: unknown
  /** An object in the DevTools protocol; a code in WebDriver BiDi. */
  readonly error?: { readonly message: string } | string
  readonly message?: string
}

/** A WebSocket on which each command has an id that its answer repeats: the DevTools protocol, and WebDriver BiDi. */
export class CommandSocket {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as Answer)
    socket.onclose = () => this.#fail(new Error('the browser has exited'))
  }

  /** @param protocol its name, for the error */
  static connect(endpoint: string, protocol: string): Promise<CommandSocket> {
    const socket = new WebSocket(endpoint)
    return new Promise((resolve, reject) => {
      socket.onopen = () => resolve(new CommandSocket(socket))
      socket.onerror = () => reject(new Error(`no ${protocol} at ${endpoint}`))
    })
  }

  request(command: object): Promise<never> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      if (this.#socket.readyState !== WebSocket.OPEN) reject(new Error('the browser has exited'))
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(JSON.stringify({ id, ...command }))
    })
  }

  close(): void {
    this.#socket.close()
  }

  #receive({ id = 0, result, error, message }: Answer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error === undefined) waiting?.resolve(result as never)
    else waiting?.reject(new Error(typeof error === 'string' ? `${error}: ${message}` : error.message))
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
