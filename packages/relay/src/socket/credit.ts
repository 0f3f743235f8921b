import { withResolvers } from '@kube-informer/core/internal'
import { MAX_CREDIT } from './protocol.ts'

/** The bytes that a reader still accepts for one watch. */
export class Credit {
  #bytes: number
  #granted = withResolvers<void>()

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  /** Adds to the credit; false if that would exceed the maximum. */
  grant(bytes: number): boolean {
    if (this.#bytes + bytes > MAX_CREDIT) return false
    this.#bytes += bytes
    this.#granted.resolve()
    return true
  }

  /** Takes the credit for as many of the bytes as there is, and returns that number. */
  take(wanted: number): number {
    const taken = Math.min(wanted, this.#bytes)
    this.#bytes -= taken
    return taken
  }

  /** Resolves when there is credit, or after {@link release}. */
  async available(): Promise<void> {
    if (this.#bytes > 0) return
    this.#granted = withResolvers()
    await this.#granted.promise
  }

  /** Lets {@link available} resolve without credit: the watch is over. */
  release(): void {
    this.#granted.resolve()
  }
}
