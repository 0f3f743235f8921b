import { ConnectionError } from '@kube-informer/core'

export interface WatchBodyOptions {
  /** The bytes that may be waiting for the reader. */
  readonly windowBytes: number
  /** Called when the reader has read that many bytes more. */
  readonly onRead: (bytes: number) => void
  /** Called when the reader has cancelled the stream. */
  readonly onCancel: () => void
}

/** The bytes of one watch as a stream like the body of a `fetch`. */
export class WatchBody {
  readonly stream: ReadableStream<Uint8Array>
  readonly #options: WatchBodyOptions
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  readonly #waiting: Uint8Array[] = []
  /** The bytes that the relay may still send. */
  #credit: number
  /** The bytes that were read since the last grant. */
  #read = 0
  #isWanted = false
  #end: { readonly error?: unknown } | undefined

  constructor(options: WatchBodyOptions) {
    this.#options = options
    this.#credit = options.windowBytes
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: controller => {
        this.#controller = controller
      },
      pull: () => {
        this.#isWanted = true
        this.#deliver()
      },
      cancel: () => {
        this.#waiting.length = 0
        this.#end ??= {}
        options.onCancel()
      },
    }
    this.stream = new ReadableStream(source, { highWaterMark: 0 })
  }

  /** Adds bytes of the relay; false if they exceed the credit. */
  receive(bytes: Uint8Array): boolean {
    if (this.#end) return true
    if (bytes.length > this.#credit) return false
    this.#credit -= bytes.length
    this.#waiting.push(bytes)
    this.#deliver()
    return true
  }

  /** Ends the stream after the bytes that wait. */
  end(error?: unknown): void {
    this.#end ??= error === undefined ? {} : { error }
    this.#deliver()
  }

  #deliver(): void {
    if (!this.#isWanted) return
    const bytes = this.#waiting.shift()
    if (bytes) {
      this.#isWanted = false
      this.#controller?.enqueue(bytes)
      this.#count(bytes.length)
    } else if (this.#end) {
      this.#isWanted = false
      if ('error' in this.#end) this.#controller?.error(this.#end.error)
      else this.#controller?.close()
    }
  }

  /** Grants new credit for half a window at a time. */
  #count(bytes: number): void {
    this.#read += bytes
    if (this.#end || this.#read * 2 < this.#options.windowBytes) return
    this.#credit += this.#read
    this.#options.onRead(this.#read)
    this.#read = 0
  }
}

/** The error of a watch whose socket or body broke off. */
export const brokenOff = (why: string): ConnectionError => new ConnectionError(`the relay's socket: ${why}`)
