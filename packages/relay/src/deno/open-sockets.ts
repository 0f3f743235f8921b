import type { ReaderSocket } from '../socket/reader-socket.ts'

/** The open WebSockets of a server. */
export class OpenSockets {
  readonly #sockets = new Set<ReaderSocket>()
  #whenEmpty: (() => void)[] = []

  add(socket: ReaderSocket): void {
    this.#sockets.add(socket)
    socket.addEventListener('close', () => {
      this.#sockets.delete(socket)
      if (this.#sockets.size > 0) return
      for (const resolve of this.#whenEmpty) resolve()
      this.#whenEmpty = []
    })
  }

  /** Resolves when none is open. */
  ended(): Promise<void> {
    if (this.#sockets.size === 0) return Promise.resolve()
    return new Promise(resolve => this.#whenEmpty.push(resolve))
  }

  /** Closes all of them. */
  close(): void {
    for (const socket of this.#sockets) socket.close(1000)
  }
}
