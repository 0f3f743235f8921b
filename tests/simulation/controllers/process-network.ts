import type { Clock, Fetch } from '@kube-informer/core'

/** What the network does to the next writes of a process. */
export type AnswerFault = 'lost' | 'conflict'

/** A resource whose watches are delayed. */
export type DelayedResource = 'pods' | 'deployments'

/** A write that is in flight. */
export interface SentWrite {
  readonly method: string
  readonly body: string
  readonly url: string
}

/** Options of {@link ProcessNetwork}. */
export interface ProcessNetworkOptions {
  readonly fetch: Fetch
  readonly clock: Clock
  /** The time of a request, and again of its answer. */
  readonly latencyMs: number
  /** Called before a write reaches the server. */
  readonly onWrite: (write: SentWrite) => void
}

const FAILS_AFTER_MS = 10_000
const CONFLICT = {
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  reason: 'Conflict',
  code: 409,
  message: 'the object has been modified; please apply your changes to the latest version and try again',
}

/**
 * The network of one simulated process. It delays watches, loses answers of writes that the server has carried out, and
 * holds back everything while the process is suspended. A killed process receives nothing again.
 */
export class ProcessNetwork {
  readonly #options: ProcessNetworkOptions
  readonly #answerFaults: AnswerFault[] = []
  #held: (() => void)[] = []
  /** Closes the open watches, on the side of the server. */
  readonly #open = new Set<() => void>()
  #state: 'running' | 'suspended' | 'killed' = 'running'
  #outageUntil = 0
  #outages = 0
  /** The delays of watch events. */
  readonly #delayMs = { pods: 0, deployments: 0 }

  constructor(options: ProcessNetworkOptions) {
    this.#options = options
  }

  /** Applies a fault to the next write of a reconcile. */
  failNextWrite(fault: AnswerFault): void {
    this.#answerFaults.push(fault)
  }

  clearFaults(): void {
    this.#answerFaults.length = 0
    this.#outageUntil = 0
    this.delayWatches(0)
  }

  /** Delays the events of watches from now on. */
  delayWatches(byMs: number, resource?: DelayedResource): void {
    for (const name of ['pods', 'deployments'] as const)
      if (resource === undefined || resource === name) this.#delayMs[name] = byMs
  }

  startOutage(forMs: number): void {
    this.#outages++
    this.#outageUntil = Math.max(this.#outageUntil, this.#options.clock.now() + forMs)
  }

  suspend(): void {
    if (this.#state === 'running') this.#state = 'suspended'
  }

  /** Delivers what arrived meanwhile. */
  resume(): void {
    if (this.#state !== 'suspended') return
    this.#state = 'running'
    for (const deliver of this.#held.splice(0)) deliver()
  }

  /** Closes the connections: a killed process neither sends nor receives. */
  kill(): void {
    this.#state = 'killed'
    this.#held = []
    for (const close of this.#open) close()
    this.#open.clear()
  }

  get #isKilled(): boolean {
    return this.#state === 'killed'
  }

  readonly fetch: Fetch = async (input, init) => {
    const signal = init?.signal ?? undefined
    signal?.throwIfAborted()
    if (this.#isKilled) return await new Promise<never>(() => {})
    if (this.#options.clock.now() < this.#outageUntil) return await this.#fail(signal)
    const outages = this.#outages
    const method = init?.method ?? 'GET'
    await this.#wait(this.#options.latencyMs)
    const response = method === 'GET' ? await this.#read(input, init) : await this.#write(method, input, init)
    if (this.#isKilled) void response.body?.cancel()
    await this.#wait(this.#options.latencyMs)
    // The connection broke while the server was answering.
    if (outages !== this.#outages) return await this.#fail(signal)
    await this.#arrival()
    signal?.throwIfAborted()
    return response
  }

  async #write(method: string, input: string, init: RequestInit | undefined): Promise<Response> {
    // Neither is a part of the work: candidates write Leases, and a leader that has stopped still writes its events.
    const isWork = !/\/(leases|events)\b/.test(input)
    const fault = isWork ? this.#answerFaults.shift() : undefined
    if (fault === 'conflict') return Response.json(CONFLICT, { status: 409 })
    // An abort does not reach a request that the server has received.
    const { signal = null, ...sent } = init ?? {}
    if (isWork) this.#options.onWrite({ method, url: input, body: String(init?.body ?? '') })
    const response = await this.#options.fetch(input, sent)
    if (fault === 'lost') return await this.#fail(signal ?? undefined)
    return this.#answer(response, signal)
  }

  async #read(input: string, init: RequestInit | undefined): Promise<Response> {
    const response = await this.#options.fetch(input, init)
    const isWatch = /[?&]watch=/.test(input)
    const resource = input.includes('/pods') ? 'pods' : 'deployments'
    return this.#answer(response, init?.signal, () => this.#wait(isWatch ? this.#delayMs[resource] : 0))
  }

  /** An abort ends the answer, which may stall. */
  #answer(
    response: Response,
    signal: AbortSignal | null | undefined,
    delay?: () => Promise<void> | undefined,
  ): Response {
    if (!response.body) return response
    return new Response(this.#received(response.body, signal ?? undefined, delay), response)
  }

  /** The body as the process receives it, part by part. Parts of different watches arrive in another order. */
  #received(
    body: ReadableStream<Uint8Array>,
    signal: AbortSignal | undefined,
    delay?: () => Promise<void> | undefined,
  ): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    const outages = this.#outages
    const close = () => {
      this.#open.delete(close)
      void reader.cancel().catch(() => {})
    }
    this.#open.add(close)
    return new ReadableStream<Uint8Array>(
      {
        start: controller =>
          signal?.addEventListener('abort', () => {
            controller.error(signal.reason)
            close()
          }),
        pull: async controller => {
          const { done, value } = await reader.read()
          await delay?.()
          await this.#arrival()
          // A connection that was open during an outage delivers nothing again.
          if (outages !== this.#outages) await new Promise(() => {})
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel: close,
      },
      { highWaterMark: 0 },
    )
  }

  #wait(ms: number): Promise<void> | undefined {
    if (ms === 0) return undefined
    return new Promise(resolve => this.#options.clock.setTimeout(resolve, ms))
  }

  /** Resolves when the process can receive something. */
  #arrival(): Promise<void> | undefined {
    if (this.#state === 'running') return undefined
    return new Promise(resolve => {
      if (this.#state === 'suspended') this.#held.push(resolve)
    })
  }

  /** A request without an answer fails after a delay, as a connection attempt does. */
  #fail(signal: AbortSignal | undefined): Promise<never> {
    const { clock } = this.#options
    return new Promise((_, reject) => {
      const fail = (error: unknown) => {
        clock.clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
        void Promise.resolve(this.#arrival()).then(() => reject(error))
      }
      const abort = () => fail(signal?.reason)
      const timer = clock.setTimeout(() => fail(new TypeError('fetch failed')), FAILS_AFTER_MS)
      if (signal?.aborted) abort()
      else signal?.addEventListener('abort', abort, { once: true })
    })
  }
}
