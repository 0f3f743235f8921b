/** A socket whose bytes {@link SentBytes} counts. */
export interface SentSocket {
  /** The bytes that it was sent, and that its reader may not have received. */
  readonly unreceived: number
  /** Closes it; its reader resumes. */
  close(): void
}

const LIMIT_BYTES = 32 * 1024 * 1024

/** Bounds what all sockets together were sent without being received. Over the limit, the socket with the most is closed. */
export class SentBytes {
  readonly #limit: number
  /** With the bytes that were measured last. */
  readonly #sockets = new Map<SentSocket, number>()
  #bytes = 0

  /** @param limit in bytes. @default 32 MiB */
  constructor(limit: number = LIMIT_BYTES) {
    this.#limit = limit
  }

  /** The sum of what was measured last. */
  get bytes(): number {
    return this.#bytes
  }

  /** The bytes of a socket have changed. May close it, or others. */
  changed(socket: SentSocket): void {
    this.#measure(socket)
    if (this.#bytes <= this.#limit) return
    // Sockets do not report that they have sent their bytes.
    for (const each of this.#sockets.keys()) this.#measure(each)
    while (this.#bytes > this.#limit) this.#closeLargest()
  }

  /** The socket has ended. Idempotent. */
  remove(socket: SentSocket): void {
    this.#bytes -= this.#sockets.get(socket) ?? 0
    this.#sockets.delete(socket)
  }

  #measure(socket: SentSocket): void {
    const { unreceived } = socket
    this.#bytes += unreceived - (this.#sockets.get(socket) ?? 0)
    this.#sockets.set(socket, unreceived)
  }

  #closeLargest(): void {
    const [first, ...others] = this.#sockets
    if (!first) return
    const [largest] = others.reduce((most, each) => (each[1] > most[1] ? each : most), first)
    this.remove(largest)
    largest.close()
  }
}
