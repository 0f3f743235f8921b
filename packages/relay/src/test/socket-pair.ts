import type { ReaderSocket } from '../socket/reader-socket.ts'

type Listener = (event: { readonly data: unknown }) => void

/** The relay's end of a {@link socketPair}. */
export class ServerEnd implements ReaderSocket {
  readyState = 0
  /** Undefined where the runtime does not count. */
  bufferedAmount: number | undefined = 0
  closedWith: number | undefined
  reason = ''
  /** Sizes of binary messages, and the text messages. */
  readonly sent: (string | number)[] = []
  readonly #listeners = new Map<string, Listener[]>()
  readonly #deliver: (data: unknown) => void
  readonly #closed: (code: number) => void

  constructor(deliver: (data: unknown) => void, closed: (code: number) => void) {
    this.#deliver = deliver
    this.#closed = closed
  }

  send(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.readyState !== 1) return
    this.sent.push(typeof data === 'string' ? data : data.length)
    this.#deliver(typeof data === 'string' ? data : data.slice().buffer)
  }

  close(code = 1005, reason = ''): void {
    if (this.readyState === 3) return
    this.closedWith = code
    this.reason = reason
    this.#closed(code)
    this.tell('close')
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener])
  }

  tell(type: string, data?: unknown): void {
    if (type === 'open') this.readyState = 1
    if (type === 'close') this.readyState = 3
    for (const listener of this.#listeners.get(type) ?? []) listener({ data })
  }
}

/** The page's end of a {@link socketPair}: the part of a browser's WebSocket that is used. */
class ClientEnd {
  readyState = 0
  binaryType = 'blob'
  onopen: (() => void) | undefined
  onmessage: ((event: { readonly data: unknown }) => void) | undefined
  onerror: (() => void) | undefined
  onclose: ((event: { readonly code: number }) => void) | undefined
  server: ServerEnd | undefined

  send(data: string): void {
    if (this.readyState !== 1) throw new Error('it is not open')
    queueMicrotask(() => this.server?.tell('message', data))
  }

  close(code = 1005): void {
    if (this.readyState === 3) return
    this.ended(code)
    queueMicrotask(() => this.server?.tell('close'))
  }

  ended(code: number): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.onclose?.({ code })
  }
}

/** A WebSocket without a network: both ends, each message delivered in a microtask. */
export function socketPair(): { readonly client: WebSocket; readonly server: ServerEnd; open(): void } {
  const client = new ClientEnd()
  const server = new ServerEnd(
    data => queueMicrotask(() => client.onmessage?.({ data })),
    code => queueMicrotask(() => client.ended(code)),
  )
  client.server = server
  const open = () => {
    if (client.readyState !== 0) return
    server.tell('open')
    client.readyState = 1
    client.onopen?.()
  }
  return { client: client as unknown as WebSocket, server, open }
}
