import type { HostLine, LineListener } from './host-line.ts'

/** Two ways to a host: the second is taken where the first fails for good. Either may be such a line itself. */
export class FallbackLine implements HostLine {
  readonly #second: HostLine
  #line: HostLine
  #closed = false

  constructor(first: HostLine, second: HostLine) {
    this.#line = first
    this.#second = second
  }

  get kind(): HostLine['kind'] {
    return this.#line.kind
  }

  get pause(): HostLine['pause'] {
    return this.#line.pause
  }

  get resume(): HostLine['resume'] {
    return this.#line.resume
  }

  open(listener: LineListener): void {
    const first = this.#line
    first.open({
      ...listener,
      onFailure: failure => {
        if (this.#closed) return
        this.#line = this.#second
        listener.onLost(failure)
        listener.onHost?.(this.#second.kind, `host '${first.kind}' was left: ${failure}`)
        this.#second.open(listener)
      },
    })
  }

  restart(reason: string): void {
    this.#line.restart(reason)
  }

  close(): void {
    this.#closed = true
    this.#line.close()
  }
}
