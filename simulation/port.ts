import type { Agent } from './agent.ts'

type Listener = (event: MessageEvent) => void

/**
 * One of two ends, in the shape of a MessagePort, a Worker, or a worker's own scope. What one end posts comes to the other as
 * a copy, in a later microtask, in order, and waits until somebody listens.
 */
export class Port {
  onmessageerror: Listener | null = null
  readonly #owner: Agent
  readonly #onClose: () => void
  #onmessage: Listener | null = null
  #peer: Port | undefined
  #isOpen = true
  #waiting: unknown[] | undefined = []

  constructor(owner: Agent, onClose: () => void = () => {}) {
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

  /** Makes two ends hear each other. */
  connect(peer: Port): void {
    this.#peer = peer
    peer.#peer = this
  }

  readonly postMessage = (message: unknown): void => {
    if (this.#isOpen && this.#owner.isAlive) this.#peer?.receive(message)
  }

  readonly start = (): void => {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const data of waiting) queueMicrotask(() => this.#owner.run(() => this.#dispatch(data)))
  }

  readonly close = (): void => {
    this.#isOpen = false
    this.#onClose()
  }

  /** The other end has posted it. */
  receive(message: unknown): void {
    const data: unknown = structuredClone(message)
    queueMicrotask(() => this.#owner.run(() => this.#dispatch(data)))
  }

  #dispatch(data: unknown): void {
    if (!this.#isOpen) return
    if (this.#waiting) this.#waiting.push(data)
    else this.#onmessage?.(new MessageEvent('message', { data }))
  }
}
