import type { ScriptContext } from './script-context.ts'

type Listener = (event: MessageEvent) => void

/**
 * One end of a message channel, with the interface of a MessagePort, a Worker, or a worker's scope. A posted message arrives
 * at the other end as a copy, in a later microtask and in order. It is buffered until that end has a listener.
 */
export class Port {
  onmessageerror: Listener | null = null
  readonly #owner: ScriptContext
  readonly #onClose: () => void
  #onmessage: Listener | null = null
  #peer: Port | undefined
  #isOpen = true
  #buffered: unknown[] | undefined = []

  constructor(owner: ScriptContext, onClose: () => void = () => {}) {
    this.#owner = owner
    this.#onClose = onClose
  }

  get onmessage(): Listener | null {
    return this.#onmessage
  }

  set onmessage(listener: Listener | null) {
    this.#onmessage = listener
    if (listener) this.start()
  }

  /** Connects two ends. */
  connect(peer: Port): void {
    this.#peer = peer
    peer.#peer = this
  }

  readonly postMessage = (message: unknown): void => {
    if (this.#isOpen && this.#owner.isAlive) this.#peer?.receive(message)
  }

  readonly start = (): void => {
    const buffered = this.#buffered ?? []
    this.#buffered = undefined
    for (const data of buffered) queueMicrotask(() => this.#owner.run(() => this.#dispatch(data)))
  }

  readonly close = (): void => {
    this.#isOpen = false
    this.#onClose()
  }

  /** Receives a message of the other end. */
  receive(message: unknown): void {
    const data: unknown = structuredClone(message)
    queueMicrotask(() => this.#owner.run(() => this.#dispatch(data)))
  }

  #dispatch(data: unknown): void {
    if (!this.#isOpen) return
    if (this.#buffered) this.#buffered.push(data)
    // A real event costs as much as the message.
    else this.#onmessage?.({ data } as MessageEvent)
  }
}
