import type { HostTransport, TransportListener } from './host-transport.ts'

/** Two transports: the second replaces the first once that has failed. Either may be a fallback transport itself. */
export class FallbackTransport implements HostTransport {
  readonly #second: HostTransport
  #current: HostTransport

  constructor(first: HostTransport, second: HostTransport) {
    this.#current = first
    this.#second = second
  }

  get kind(): HostTransport['kind'] {
    return this.#current.kind
  }

  get isShared(): boolean {
    return this.#current.isShared
  }

  get lastHeardAt(): number | undefined {
    return this.#current.lastHeardAt
  }

  open(listener: TransportListener): void {
    const opened = this.#current
    const onFailure = opened === this.#second ? listener.onFailure : (reason: string) => fallBack(reason)
    const fallBack = (reason: string) => {
      this.#current = this.#second
      listener.onLost(reason)
      listener.onHost?.(this.#second.kind, `host '${opened.kind}' was left: ${reason}`)
      this.#second.open(listener)
    }
    opened.open({ ...listener, onFailure })
  }

  restart(reason: string): void {
    this.#current.restart(reason)
  }

  close(): void {
    this.#current.close()
  }
}
