import { withResolvers } from '@kube-informer/core/internal'
import { bodyOf } from './body-of.ts'
import { type Endpoint, isOurs, MARK, type ToPage, type ToServer } from './wire.ts'

/** The number of chunks in flight to a busy reader. */
const WINDOW = 4

/** A server in another thread. */
export interface ForwardedServer {
  /** Sends the request to the server; forwards an abort of its signal. */
  fetch(this: void, request: Request): Promise<Response>
}

/**
 * A server in a Worker, so that a mocked page has the same load as with a real server. The Worker calls
 * `serveFromWorker`.
 *
 * @example
 * const server = forwardToWorker(new Worker(new URL('./server.worker.ts', import.meta.url), { type: 'module' }))
 * await setupWorker(...mswHandlers(server)).start()
 */
export function forwardToWorker(worker: Endpoint): ForwardedServer {
  const open = new Map<number, Exchange>()
  let last = 0
  worker.addEventListener('message', ({ data }) => {
    if (isOurs(data)) open.get((data as ToPage).id)?.receive(data as ToPage)
  })
  worker.start?.()
  return {
    fetch: async request => {
      const body = await bodyOf(request)
      request.signal.throwIfAborted()
      const id = ++last
      const exchange = new Exchange({ id, worker, request, onDone: () => open.delete(id) })
      open.set(id, exchange)
      return exchange.send(body)
    },
  }
}

interface ExchangeOptions {
  readonly id: number
  readonly worker: Endpoint
  /** Kept, since in Node the abort signal of a request stops working when the request is garbage collected. */
  readonly request: Request
  readonly onDone: () => void
}

/** A request and its response. */
class Exchange {
  readonly #options: ExchangeOptions
  readonly #response = withResolvers<Response>()
  readonly #chunks: Uint8Array<ArrayBuffer>[] = []
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  #ended = false
  #done = false
  #wanted = false

  constructor(options: ExchangeOptions) {
    this.#options = options
    options.request.signal.addEventListener('abort', this.#abort, { once: true })
  }

  send(body: ArrayBuffer | undefined): Promise<Response> {
    const { id, request } = this.#options
    const { method, url, headers } = request
    const head = { mark: MARK, type: 'request', id, method, url, headers: [...headers] } as const
    if (body) this.#post({ ...head, body }, [body])
    else this.#post(head)
    return this.#response.promise
  }

  receive(message: ToPage): void {
    switch (message.type) {
      case 'head':
        this.#open(message.status, message.headers)
        break
      case 'chunk':
        this.#chunks.push(new Uint8Array(message.bytes))
        this.#hand()
        break
      case 'end':
        this.#ended = true
        this.#hand()
        break
      case 'error':
        this.#fail(new TypeError(message.message))
        break
    }
  }

  #open(status: number, headers: readonly (readonly [string, string])[]): void {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: controller => {
          this.#controller = controller
        },
        pull: () => {
          this.#wanted = true
          this.#hand()
        },
        cancel: () => this.#cancel(),
      },
      { highWaterMark: 0 },
    )
    for (let i = 0; i < WINDOW; i++) this.#pull()
    const hasBody = status !== 204 && status !== 304
    this.#response.resolve(
      new Response(hasBody ? body : null, { status, headers: headers.map(([name, value]) => [name, value]) }),
    )
  }

  /** Gives a waiting reader the next chunk, and requests another one. */
  #hand(): void {
    if (!this.#wanted || this.#done) return
    const chunk = this.#chunks.shift()
    if (chunk) {
      this.#wanted = false
      this.#controller?.enqueue(chunk)
      this.#pull()
    } else if (this.#ended) {
      this.#controller?.close()
      this.#finish()
    }
  }

  readonly #abort = (): void => {
    this.#cancel()
    this.#fail(this.#options.request.signal.reason)
  }

  #cancel(): void {
    if (this.#done) return
    this.#post({ mark: MARK, type: 'cancel', id: this.#options.id })
    this.#finish()
  }

  #fail(reason: unknown): void {
    this.#response.reject(reason)
    this.#controller?.error(reason)
    this.#finish()
  }

  #finish(): void {
    this.#done = true
    this.#options.request.signal.removeEventListener('abort', this.#abort)
    this.#options.onDone()
  }

  #pull(): void {
    if (!this.#ended) this.#post({ mark: MARK, type: 'pull', id: this.#options.id })
  }

  #post(message: ToServer, transfer: Transferable[] = []): void {
    this.#options.worker.postMessage(message, transfer)
  }
}
