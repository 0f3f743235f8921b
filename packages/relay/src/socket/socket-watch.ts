import { Credit } from './credit.ts'

/** One message must not exceed by much what the socket accepts. */
const MAX_PART_BYTES = 256 * 1024

/** How the bytes of a watch leave. */
export interface WatchSink {
  /** Sends a part of the body. */
  send(bytes: Uint8Array): void
  /** Whether the socket accepts no bytes now. */
  readonly isFull: () => boolean
  /** Resolves when the socket may accept more bytes. */
  drained(): Promise<void>
}

/** One watch of a socket: it reads its body only while the reader accepts bytes. */
export class SocketWatch {
  readonly #stopping = new AbortController()
  readonly #credit: Credit

  constructor(credit: number) {
    this.#credit = new Credit(credit)
  }

  /** Aborts when the reader has closed the watch. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /** Adds credit; false if there is too much of it. */
  grant(bytes: number): boolean {
    return this.#credit.grant(bytes)
  }

  /** Ends the watch. Idempotent. */
  close(): void {
    this.#stopping.abort()
    this.#credit.release()
  }

  /** Sends the body. Resolves at its end, or after {@link close}; rejects if the body breaks off. */
  async pump(body: ReadableStream<Uint8Array>, sink: WatchSink): Promise<void> {
    const reader = body.getReader()
    const cancel = () => void reader.cancel().catch(() => {})
    this.signal.addEventListener('abort', cancel)
    try {
      while (!this.signal.aborted) {
        // Without credit the body is not read, so that the queue of the watch fills, and its limits apply.
        await this.#credit.available()
        const { done, value } = await reader.read()
        if (done) return
        await this.#send(value, sink)
      }
    } finally {
      this.signal.removeEventListener('abort', cancel)
      cancel()
    }
  }

  async #send(bytes: Uint8Array, sink: WatchSink): Promise<void> {
    for (let sent = 0; sent < bytes.length && !this.signal.aborted; ) {
      await this.#credit.available()
      // Other watches have waited, too, and may have filled it again.
      while (sink.isFull()) await sink.drained()
      if (this.signal.aborted) return
      const end = sent + this.#credit.take(Math.min(bytes.length - sent, MAX_PART_BYTES))
      if (end > sent) sink.send(bytes.subarray(sent, end))
      sent = end
    }
  }
}
