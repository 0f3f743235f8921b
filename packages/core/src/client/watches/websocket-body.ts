import { ConnectionError } from '../../api/errors.ts'

const NORMAL_CLOSURE = 1000

/** The length of a frame precedes it: four bytes, the highest first. */
const LENGTH_BYTES = 4

/**
 * The messages of a WebSocket as a stream like the body of a `fetch`: text, or frames of protobuf. A binary message is a frame
 * without its length.
 */
export class WebSocketBody {
  readonly #socket: WebSocket
  readonly #maxWaiting: number
  readonly #encoder = new TextEncoder()
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #waiting: (string | ArrayBuffer)[] = []
  #size = 0
  /** A read is pending. */
  #wanted = false
  /** Set when the socket has ended, with its error if any. */
  #end: { readonly error?: unknown } | undefined

  constructor(socket: WebSocket, maxWaiting: number) {
    this.#socket = socket
    this.#maxWaiting = maxWaiting
  }

  /** Waits for the connection; undefined when there is none. An abort closes it, whatever state it is in. */
  opened(signal: AbortSignal | undefined): Promise<ReadableStream<Uint8Array> | undefined> {
    const socket = this.#socket
    return new Promise((resolve, reject) => {
      const abort = () => {
        reject(signal?.reason)
        this.#finish({ error: signal?.reason })
      }
      signal?.addEventListener('abort', abort, { once: true })
      socket.onopen = () => {
        if (this.#end) socket.close()
        else resolve(this.#body())
      }
      socket.binaryType = 'arraybuffer'
      socket.onmessage = ({ data }) => this.#receive(data as string | ArrayBuffer)
      // Without a listener, some hosts report the error as unhandled.
      socket.onerror = () => {}
      socket.onclose = ({ code }) => {
        signal?.removeEventListener('abort', abort)
        resolve(undefined)
        this.#finish(
          code === NORMAL_CLOSURE
            ? {}
            : { error: new ConnectionError(`the WebSocket was closed with ${code}`) },
        )
      }
    })
  }

  #body(): ReadableStream<Uint8Array> {
    return new ReadableStream(
      {
        start: controller => {
          this.#controller = controller
        },
        pull: () => {
          this.#wanted = true
          this.#flush()
        },
        cancel: () => {
          this.#controller = undefined
          this.#finish({})
        },
      },
      { highWaterMark: 0 },
    )
  }

  #receive(message: string | ArrayBuffer): void {
    // Empty messages would be buffered without limit.
    if (this.#end || message === '') return
    this.#waiting.push(message)
    this.#size += typeof message === 'string' ? message.length : LENGTH_BYTES + message.byteLength
    this.#flush()
    if (this.#size > this.#maxWaiting) this.#finish({})
  }

  /** Ends the stream after the buffered text. */
  #finish(end: { readonly error?: unknown }): void {
    this.#end ??= end
    this.#socket.close()
    this.#flush()
  }

  /** Delivers all buffered text as one chunk. */
  #flush(): void {
    if (!this.#wanted) return
    if (this.#size > 0) {
      this.#wanted = false
      const waiting = this.#waiting
      const isText = waiting.every(message => typeof message === 'string')
      const chunk = isText ? this.#encoder.encode(waiting.join('')) : framed(waiting, this.#size)
      this.#waiting = []
      this.#size = 0
      this.#controller?.enqueue(chunk)
    } else if (this.#end) {
      this.#wanted = false
      if ('error' in this.#end) this.#controller?.error(this.#end.error)
      else this.#controller?.close()
    }
  }
}

/** The binary messages as frames. A server sends no text among them. */
function framed(messages: readonly (string | ArrayBuffer)[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const message of messages) {
    if (typeof message === 'string') continue
    view.setUint32(at, message.byteLength)
    bytes.set(new Uint8Array(message), at + LENGTH_BYTES)
    at += LENGTH_BYTES + message.byteLength
  }
  return bytes.subarray(0, at)
}
