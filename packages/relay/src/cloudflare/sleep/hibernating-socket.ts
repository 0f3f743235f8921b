import type { ServerWebSocket, WatchMessage } from '@kube-informer/cacher/sockets'
import { withResolvers } from '@kube-informer/core/internal'
import type { ReaderContext } from '../../watches/reader-context.ts'
import type { DurableWebSocket } from '../durable-object.ts'
import { positionOf, type StoredReader, storeReader } from './stored-reader.ts'

const NORMAL = 1000
const OPEN = 1
/** workerd does not count the bytes that wait in a socket. The reader may have received none of them. */
export const MAX_SENT: number = 16 * 1024 * 1024

export interface HibernatingSocketOptions {
  readonly socket: DurableWebSocket
  readonly stored: StoredReader
  /** Identifies the watch of the reader. */
  readonly context: ReaderContext
  /** Until when the identity of the reader holds. */
  readonly validUntil: () => number
  readonly onSend: () => void
  readonly onOver: () => void
}

/** The WebSocket of a reader while its leaf is awake. */
export class HibernatingSocket implements ServerWebSocket {
  readonly readyState: number = OPEN
  readonly stored: StoredReader
  readonly context: ReaderContext
  readonly #options: HibernatingSocketOptions
  readonly #closeListeners: (() => void)[] = []
  #sent: number
  #isOver = false
  #falling: ReturnType<typeof withResolvers<boolean>> | undefined

  constructor(options: HibernatingSocketOptions) {
    this.#options = options
    this.stored = options.stored
    this.context = options.context
    this.#sent = options.stored.sent
    // If the object ends now, the position of the reader is unknown.
    storeReader(options.socket, { ...options.stored, resourceVersion: undefined })
  }

  get isOver(): boolean {
    return this.#isOver
  }

  get validUntil(): number {
    return this.#options.validUntil()
  }

  send(message: WatchMessage): void {
    this.#sent += message.length
    this.#options.onSend()
    this.#options.socket.send(message)
  }

  /** Called when the watch has ended. If the leaf falls asleep, the socket remains open. */
  close(code?: number): void {
    if (this.#isOver) return
    if (this.#falling && code === NORMAL && this.#sent <= MAX_SENT) {
      this.#falling.resolve(true)
      return
    }
    this.closed()
    this.#options.socket.close(code)
  }

  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void {
    if (type === 'close') this.#closeListeners.push(listener)
  }

  /** The reader has closed the socket. */
  closed(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#falling?.resolve(false)
    this.#options.onOver()
    for (const listener of this.#closeListeners) listener()
  }

  /**
   * The leaf falls asleep: call it before the watches end. When the watch has sent its last event, the reader is attached
   * to its socket; resolves then.
   *
   * @param cached the resourceVersion of the cache, from which the reader has taken everything
   */
  async fallAsleep(cached: string, checkAt: number): Promise<void> {
    this.#falling = withResolvers()
    const resourceVersion = positionOf(this.stored, cached)
    if (!(await this.#falling.promise)) return
    const { validUntil } = this
    const position = { resourceVersion, sent: this.#sent, validUntil, checkAt, failures: 0 }
    storeReader(this.#options.socket, { ...this.stored, ...position })
  }
}
