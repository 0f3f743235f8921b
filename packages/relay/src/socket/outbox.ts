import {
  MAX_BUFFERED_BYTES,
  type SentBytes,
  type SentSocket,
  untilDrained,
} from '@kube-informer/cacher/sockets'
import type { Clock } from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import type { RelayFrame } from './protocol.ts'
import type { ReaderSocket } from './reader-socket.ts'

export interface OutboxOptions {
  readonly socket: ReaderSocket
  readonly clock: Clock
  /** Bounds the bytes of all sockets together. */
  readonly sentBytes: SentBytes
  /** Closes the socket: all sockets together have too many bytes, and this one has the most. */
  readonly close: () => void
}

/** A mark is sent after that many bytes. */
const MARK_BYTES = 32 * 1024

/**
 * What one socket is sent. Where the runtime does not count the bytes that wait in a socket, marks are sent between the
 * others, and the reader returns them: it has then received what was sent before. No reader can guess a mark.
 */
export class Outbox implements SentSocket {
  readonly #options: OutboxOptions
  readonly #gone = new AbortController()
  /** The marks that were not returned, with the bytes that were sent before. */
  readonly #marks: { readonly mark: string; readonly sent: number }[] = []
  #sent = 0
  #marked = 0
  #received = 0
  #progress = withResolvers<void>()
  #draining: Promise<void> | undefined

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  get unreceived(): number {
    return this.#options.socket.bufferedAmount ?? this.#sent - this.#received
  }

  /** Whether the reader has to receive bytes before more are sent. */
  get isFull(): boolean {
    return !this.#gone.signal.aborted && this.unreceived > MAX_BUFFERED_BYTES
  }

  send(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.#gone.signal.aborted) return
    const { socket, sentBytes } = this.#options
    socket.send(data)
    this.#sent += data.length
    if (socket.bufferedAmount === undefined && this.#sent - this.#marked >= MARK_BYTES) this.#mark()
    sentBytes.changed(this)
  }

  /** The reader has returned a mark; false if it is not the next one. */
  returned(mark: string): boolean {
    const next = this.#marks.shift()
    if (next?.mark !== mark) return false
    this.#received = next.sent
    this.#options.sentBytes.changed(this)
    this.#progress.resolve()
    return true
  }

  /** Resolves when it is not full, or after {@link end}. All watches of the socket wait together. */
  drained(): Promise<void> {
    this.#draining ??= this.#untilDrained().finally(() => {
      this.#draining = undefined
    })
    return this.#draining
  }

  /** Sends nothing any more. Idempotent. */
  end(): void {
    this.#gone.abort()
    this.#options.sentBytes.remove(this)
    this.#progress.resolve()
  }

  close(): void {
    this.#options.close()
  }

  #mark(): void {
    const frame = { type: 'mark', mark: crypto.randomUUID() } satisfies RelayFrame
    this.#options.socket.send(JSON.stringify(frame))
    this.#marked = this.#sent
    this.#marks.push({ mark: frame.mark, sent: this.#sent })
  }

  async #untilDrained(): Promise<void> {
    const { socket, clock } = this.#options
    if (socket.bufferedAmount !== undefined) return untilDrained(socket, clock, this.#gone.signal)
    while (this.isFull) {
      this.#progress = withResolvers()
      await this.#progress.promise
    }
  }
}
