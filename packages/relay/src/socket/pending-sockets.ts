/** Limits of sockets that carry no watch yet. */
export interface PendingLimits {
  /** Sockets without a first watch from one address; one more is a 429. @default 32 */
  readonly maxPendingPerAddress?: number | undefined
  /** Sockets without a first watch from all addresses. @default 1024 */
  readonly maxPending?: number | undefined
}

/** The sockets that were accepted, and have not opened a watch: nothing is known of their readers. */
export class PendingSockets {
  readonly #perAddress: number
  readonly #all: number
  readonly #addresses = new Map<string, number>()
  #size = 0

  constructor({ maxPendingPerAddress = 32, maxPending = 1024 }: PendingLimits) {
    this.#perAddress = maxPendingPerAddress
    this.#all = maxPending
  }

  /**
   * Adds a socket; undefined if there are too many. Otherwise returns the idempotent function that removes it.
   *
   * @param address of the client; undefined if it is not known
   */
  add(address: string | undefined): (() => void) | undefined {
    const count = address === undefined ? 0 : (this.#addresses.get(address) ?? 0)
    if (this.#size >= this.#all || count >= this.#perAddress) return undefined
    this.#size++
    if (address !== undefined) this.#addresses.set(address, count + 1)
    let isPending = true
    return () => {
      if (!isPending) return
      isPending = false
      this.#size--
      if (address !== undefined) this.#remove(address)
    }
  }

  #remove(address: string): void {
    const left = (this.#addresses.get(address) as number) - 1
    if (left > 0) this.#addresses.set(address, left)
    else this.#addresses.delete(address)
  }
}
