import type { HostTransport, TransportListener } from './host-transport.ts'

/** Two ways to a host: the second is taken where the first fails for good. Either may be such a transport itself. */
export class FallbackTransport implements HostTransport {
  readonly #second: HostTransport
  #transport: HostTransport
  #closed = false

  constructor(first: HostTransport, second: HostTransport) {
    this.#transport = first
    this.#second = second
  }

  get kind(): HostTransport['kind'] {
    return this.#transport.kind
  }

  get pause(): HostTransport['pause'] {
    return this.#transport.pause
  }

  get resume(): HostTransport['resume'] {
    return this.#transport.resume
  }

  open(listener: TransportListener): void {
    const first = this.#transport
    first.open({
      ...listener,
      onFailure: failure => {
        if (this.#closed) return
        this.#transport = this.#second
        listener.onLost(failure)
        listener.onHost?.(this.#second.kind, `host '${first.kind}' was left: ${failure}`)
        this.#second.open(listener)
      },
    })
  }

  restart(reason: string): void {
    this.#transport.restart(reason)
  }

  close(): void {
    this.#closed = true
    this.#transport.close()
  }
}
