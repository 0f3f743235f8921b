import type { CDPSession } from 'playwright'

/** Sends a command of the DevTools protocol, typed as Playwright types them. */
export type Send = CDPSession['send']

interface Answer {
  readonly id?: number
  readonly result?: never
  readonly error?: { readonly message: string }
}

interface Waiting {
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

/**
 * A minimal connection to a browser's DevTools. Playwright's own emulates focus and visibility for every page,
 * so that no page is ever hidden or frozen.
 */
export class DevTools {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as Answer)
    socket.onclose = () => this.#fail(new Error('the browser has exited'))
  }

  static connect(endpoint: string): Promise<DevTools> {
    const socket = new WebSocket(endpoint)
    return new Promise((resolve, reject) => {
      socket.onopen = () => resolve(new DevTools(socket))
      socket.onerror = () => reject(new Error(`no DevTools at ${endpoint}`))
    })
  }

  /** Commands to the browser itself. */
  readonly send: Send = (method, params) => this.#request({ method, params })

  /** Attaches to one target; its commands work until the target closes. */
  async attach(targetId: string): Promise<Send> {
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true })
    return (method, params) => this.#request({ method, params, sessionId })
  }

  close(): void {
    this.#socket.close()
  }

  #request(command: object): Promise<never> {
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      if (this.#socket.readyState !== WebSocket.OPEN) reject(new Error('the browser has exited'))
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(JSON.stringify({ id, ...command }))
    })
  }

  #receive({ id = 0, result, error }: Answer): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waiting?.reject(new Error(error.message))
    else if (result) waiting?.resolve(result)
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
