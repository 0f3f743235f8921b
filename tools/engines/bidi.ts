interface Answer {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
}

interface Waiting {
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

/** A connection over WebDriver BiDi: https://w3c.github.io/webdriver-bidi */
export class Bidi {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as Answer)
    socket.onclose = () => this.#fail(new Error('the browser has exited'))
  }

  /** Connects and starts the only session. */
  static async connect(endpoint: string): Promise<Bidi> {
    const socket = new WebSocket(`${endpoint}/session`)
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve()
      socket.onerror = () => reject(new Error(`no WebDriver BiDi at ${endpoint}`))
    })
    const bidi = new Bidi(socket)
    // A dialog that asks whether to leave a page would block its navigation.
    const alwaysMatch = { acceptInsecureCerts: true, unhandledPromptBehavior: { default: 'accept' } }
    await bidi.send('session.new', { capabilities: { alwaysMatch } })
    return bidi
  }

  send<Result = unknown>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      if (this.#socket.readyState !== WebSocket.OPEN) reject(new Error('the browser has exited'))
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
  }

  close(): void {
    this.#socket.close()
  }

  #receive({ id = 0, type, result, error, message }: Answer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (type === 'error') waiting?.reject(new Error(`${error}: ${message}`))
    else waiting?.resolve(result as never)
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
