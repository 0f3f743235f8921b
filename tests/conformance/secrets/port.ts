type Listener = (event: MessageEvent) => void

/** One end of a message channel: a MessagePort, a Worker, or the scope of a worker. */
class Port {
  onmessageerror: Listener | null = null
  onerror: Listener | null = null
  readonly #record: (message: unknown) => void
  #peer: Port | undefined
  #onmessage: Listener | null = null
  #isOpen = true
  #waiting: unknown[] = []

  constructor(record: (message: unknown) => void) {
    this.#record = record
  }

  connect(peer: Port): void {
    this.#peer = peer
  }

  get onmessage(): Listener | null {
    return this.#onmessage
  }

  set onmessage(listener: Listener | null) {
    this.#onmessage = listener
    for (const message of this.#waiting.splice(0)) this.receive(message)
  }

  /** A message arrives as a copy, in a later microtask. */
  postMessage(message: unknown): void {
    if (!this.#isOpen) return
    this.#record(message)
    this.#peer?.receive(structuredClone(message))
  }

  start(): void {}

  close(): void {
    this.#isOpen = false
  }

  terminate(): void {
    this.close()
    this.#peer?.close()
  }

  receive(message: unknown): void {
    if (!this.#onmessage) this.#waiting.push(message)
    else
      queueMicrotask(() => this.#isOpen && this.#onmessage?.(new MessageEvent('message', { data: message })))
  }
}

/** Two connected ends; `record` receives each message that the page or the worker posts. */
export function connectPorts(record: (message: unknown, from: string) => void): {
  readonly outside: Port
  readonly inside: Port
} {
  const outside = new Port(message => record(message, 'page'))
  const inside = new Port(message => record(message, 'worker'))
  outside.connect(inside)
  inside.connect(outside)
  return { outside, inside }
}
