/** An event of a watch response. */
interface Received {
  readonly type: string
  readonly object: {
    readonly metadata?: {
      readonly name?: string
      readonly namespace?: string
      readonly resourceVersion?: string
    }
    readonly code?: number
  }
}

/** Reads a watch response as fast as it arrives, unless it is stalled. */
export class WatchReader {
  readonly events: Received[] = []
  readonly chunks: Uint8Array[] = []
  isOver = false
  /** Settles when the body has ended. */
  readonly done: Promise<void>
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  #text = ''
  #stalled: Promise<void> | undefined
  #resume: () => void = () => {}

  readonly #onEvent: (event: Received) => void

  /** @param onEvent receives each event */
  constructor({ body }: Response, onEvent: (event: Received) => void = () => {}) {
    if (!body) throw new Error('the response has no body')
    this.#onEvent = onEvent
    this.#reader = body.getReader()
    this.done = this.#read()
  }

  /** `ADDED web-0`, or `ERROR 403`. */
  get lines(): string[] {
    return this.events.map(({ type, object }) =>
      `${type} ${object.code ?? object.metadata?.name ?? ''}`.trim(),
    )
  }

  stall(): this {
    this.#stalled ??= new Promise(resolve => {
      this.#resume = resolve
    })
    return this
  }

  resume(): void {
    this.#stalled = undefined
    this.#resume()
  }

  cancel(): Promise<void> {
    return this.#reader.cancel()
  }

  async #read(): Promise<void> {
    for (;;) {
      await this.#stalled
      const { done, value } = await this.#reader.read()
      if (done) break
      this.chunks.push(value)
      this.#text += this.#decoder.decode(value, { stream: true })
      const lines = this.#text.split('\n')
      this.#text = lines.pop() ?? ''
      for (const line of lines) {
        const event = JSON.parse(line) as Received
        this.events.push(event)
        this.#onEvent(event)
      }
    }
    this.isOver = true
  }
}
