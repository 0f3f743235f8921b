import { errorMessage } from '@kube-informer/core/internal'
import { type Endpoint, isOurs, MARK, type ServePort, type ToPage, type ToServer } from './wire.ts'

/** Handles requests. */
export interface Answerer {
  fetch(request: Request): Promise<Response>
}

/**
 * Answers the requests of `forwardToWorker`, and those of the Workers of `forwardFrom`; returns a function that stops it.
 *
 * @param endpoint the source of requests. Default: the Worker's global scope
 * @example
 * // server.worker.ts
 * serveFromWorker(createFakeApiserver({ objects: generatePods({ count: 10_000 }) }))
 */
export function serveFromWorker(server: Answerer, endpoint: Endpoint = globalThis as Endpoint): () => void {
  const answers = new Map<number, Answer>()
  const ports: (() => void)[] = []
  const onMessage = ({ data }: MessageEvent) => {
    if (!isOurs(data)) return
    const message = data as ToServer | ServePort
    if (message.type === 'serve') {
      ports.push(serveFromWorker(server, message.port))
      return
    }
    if (message.type !== 'request') return answers.get(message.id)?.receive(message.type)
    const answer = new Answer(message.id, endpoint, () => answers.delete(message.id))
    answers.set(message.id, answer)
    void answer.run(server, message)
  }
  endpoint.addEventListener('message', onMessage)
  endpoint.start?.()
  return () => {
    endpoint.removeEventListener('message', onMessage)
    for (const stop of ports) stop()
    for (const answer of answers.values()) answer.receive('cancel')
  }
}

/** A request being answered; a chunk is read when the page requests one. */
class Answer {
  readonly #id: number
  readonly #endpoint: Endpoint
  readonly #onDone: () => void
  readonly #cancelled = new AbortController()
  #credit = 0
  #credited: (() => void) | undefined

  constructor(id: number, endpoint: Endpoint, onDone: () => void) {
    this.#id = id
    this.#endpoint = endpoint
    this.#onDone = onDone
  }

  receive(type: 'pull' | 'cancel'): void {
    if (type === 'pull') this.#credit++
    else this.#cancelled.abort()
    this.#credited?.()
  }

  async run(server: Answerer, request: Extract<ToServer, { type: 'request' }>): Promise<void> {
    try {
      const response = await server.fetch(this.#toRequest(request))
      const headers = [...response.headers]
      this.#post({ mark: MARK, type: 'head', id: this.#id, status: response.status, headers })
      if (response.body) await this.#sendBody(response.body)
      this.#post({ mark: MARK, type: 'end', id: this.#id })
    } catch (error) {
      const message = errorMessage(error)
      if (!this.#cancelled.signal.aborted) this.#post({ mark: MARK, type: 'error', id: this.#id, message })
    } finally {
      this.#onDone()
    }
  }

  async #sendBody(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = body.getReader()
    for (;;) {
      await this.#untilCredit()
      const { done, value } = await reader.read()
      if (done) return
      this.#credit--
      // Watches share their chunks, so a copy is transferred.
      const bytes = value.slice().buffer as ArrayBuffer
      this.#post({ mark: MARK, type: 'chunk', id: this.#id, bytes }, [bytes])
    }
  }

  async #untilCredit(): Promise<void> {
    while (this.#credit === 0 && !this.#cancelled.signal.aborted) {
      await new Promise<void>(resolve => {
        this.#credited = resolve
      })
    }
    this.#cancelled.signal.throwIfAborted()
  }

  #toRequest({ method, url, headers, body }: Extract<ToServer, { type: 'request' }>): Request {
    return new Request(url, {
      method,
      headers: headers.map(([name, value]) => [name, value]),
      signal: this.#cancelled.signal,
      ...(body ? { body } : {}),
    })
  }

  #post(message: ToPage, transfer: Transferable[] = []): void {
    this.#endpoint.postMessage(message, transfer)
  }
}
