import type { Clock } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import type { LogReader } from './log-reader.ts'

type Bytes = Uint8Array<ArrayBuffer>

export interface LogBodyOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Whether to wait for new lines. */
  readonly follow: boolean
  /**
   * Reports that the container may have ended: `isOver` if no line follows those that are written now. Returns the unsubscribe
   * function.
   */
  readonly onChange: (changed: (isOver: boolean) => void) => () => void
}

/** The lines of a reader as a body that reads when its consumer does. */
export const logBody = (reader: LogReader, options: LogBodyOptions): ReadableStream<Bytes> =>
  new ReadableStream<Bytes>(new LogSource(reader, options), { highWaterMark: 0 })

class LogSource implements UnderlyingDefaultSource<Bytes> {
  readonly #reader: LogReader
  readonly #clock: Clock
  readonly #cleanups: (() => void)[] = []
  readonly #options: LogBodyOptions
  #controller: ReadableStreamDefaultController<Bytes> | undefined
  #isOver: boolean
  #timer: unknown
  /** Ends the current wait. */
  #wake: (() => void) | undefined

  constructor(reader: LogReader, options: LogBodyOptions) {
    this.#reader = reader
    this.#clock = options.clock
    this.#options = options
    this.#isOver = !options.follow
  }

  start(controller: ReadableStreamDefaultController<Bytes>): void {
    this.#controller = controller
    const { follow, signal, onChange } = this.#options
    if (follow)
      this.#cleanups.push(
        onChange(isOver => {
          this.#isOver ||= isOver
          this.#wake?.()
        }),
      )
    this.#cleanups.push(onAbort(signal, reason => this.#fail(reason)))
  }

  async pull(): Promise<void> {
    for (;;) {
      const chunk = this.#reader.read(this.#clock.now())
      if (!this.#controller) return
      if (chunk) return this.#controller.enqueue(chunk)
      if (this.#isOver || this.#reader.hasEnded) return this.#close()
      await this.#nextRecord()
    }
  }

  cancel(): void {
    this.#stop()
  }

  /** Resolves when the next record is due, or when the container has changed. */
  #nextRecord(): Promise<void> {
    return new Promise(resolve => {
      this.#wake = () => {
        this.#clock.clearTimeout(this.#timer)
        this.#wake = undefined
        resolve()
      }
      const ms = Math.max(1, this.#reader.nextAt - this.#clock.now())
      this.#timer = this.#clock.setTimeout(() => this.#wake?.(), ms)
    })
  }

  #close(): void {
    const controller = this.#controller
    this.#stop()
    controller?.close()
  }

  #fail(reason: unknown): void {
    const controller = this.#controller
    this.#stop()
    controller?.error(reason)
  }

  #stop(): void {
    this.#controller = undefined
    for (const cleanup of this.#cleanups.splice(0)) cleanup()
    this.#wake?.()
  }
}
