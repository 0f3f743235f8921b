import { type Clock, type Fetch, sleep } from '@kube-informer/core'
import { createFakeApiserver, type FakeApiserver, type Pod, pods } from '@kube-informer/testing'
import type { PageWrite } from './action.ts'
import type { ServerLog } from './server-log.ts'

/** A write of a page. */
export interface SentWrite {
  readonly plan: PageWrite
  /** `namespace/name` */
  readonly key: string
  /** Whether the server has carried it out. */
  isDone: boolean
  /** The number of requests: a function is run again after a conflict. */
  requests: number
}

/** Options of {@link WritePath}. */
export interface WritePathOptions {
  readonly server: FakeApiserver
  readonly log: ServerLog
  readonly clock: Clock
}

/** The number of the write, from the page's side of the network to the server. */
const NUMBER_HEADER = 'x-write'
const POSTS = 'http://fake/api/v1/namespaces/default/pods'
/** A browser ends a connection on which nothing arrives. */
const SILENCE_MS = 60_000

let loading: Promise<unknown> | undefined

/** Loads the server's schemas, which a write would do in real time. */
export function loadServer(): Promise<unknown> {
  const body = JSON.stringify({ metadata: { name: 'first' } })
  const headers = { 'content-type': 'application/json' }
  loading ??= createFakeApiserver().fetch(POSTS, { method: 'POST', headers, body })
  return loading
}

/** The way of the pages' writes to the server and back: it delays and loses them, and records those that are carried out. */
export class WritePath {
  readonly #options: WritePathOptions
  readonly #writes: SentWrite[] = []
  /** The end of the last write on the server. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: WritePathOptions) {
    this.#options = options
  }

  /** Announces a write; returns what its request must be marked with, see {@link markOf}. */
  announce(write: SentWrite): number {
    return this.#writes.push(write) - 1
  }

  /** The server's side of the network. Writes are carried out one after another, so that each state is recorded. */
  readonly toServer: Fetch = (input, init) => {
    const { server } = this.#options
    const write = this.#writes[Number(new Headers(init?.headers).get(NUMBER_HEADER) ?? Number.NaN)]
    if (!write) return server.fetch(input, init)
    const response = this.#last.then(() => this.#carryOut(write, input, init))
    this.#last = response.catch(() => {})
    return response
  }

  /** The pages' side of the network. A write that was sent arrives even if its page or host is gone. */
  fromPages(network: Fetch): Fetch {
    return (input, init) => {
      const number = numberOf(input, init)
      const write = this.#writes[number ?? Number.NaN]
      const { signal, ...rest } = init ?? {}
      if (write) {
        write.requests++
        const headers = { ...(init?.headers as object), [NUMBER_HEADER]: String(number) }
        const body = write.plan.verb === 'delete' && { body: atOnce(String(init?.body)) }
        const send = () => network(input, { ...rest, ...body, headers })
        return abortable(this.#travel(write.plan, send), signal)
      }
      if (!isRead(input, init)) return network(input, init)
      return abortable(
        network(input, init).then(response => this.#whole(response)),
        signal,
      )
    }
  }

  async #travel({ fate, beforeMs, afterMs }: PageWrite, send: () => Promise<Response>): Promise<Response> {
    const { clock } = this.#options
    await sleep(clock, beforeMs)
    if (fate === 'not-sent') throw new TypeError('fetch failed')
    if (fate === 'forbidden') return failure(403, 'Forbidden')
    const response = await this.#whole(await send())
    await sleep(clock, afterMs)
    if (fate === 'answer-lost') throw new TypeError('fetch failed')
    return fate === 'answer-replaced' ? failure(504, 'Timeout') : response
  }

  /** The response with its whole body. */
  #whole(response: Response): Promise<Response> {
    const { clock } = this.#options
    return new Promise((resolve, reject) => {
      const timer = clock.setTimeout(() => reject(new TypeError('terminated')), SILENCE_MS)
      const finish = (end: () => void) => {
        clock.clearTimeout(timer)
        end()
      }
      response.text().then(
        text => finish(() => resolve(new Response(text, response))),
        error => finish(() => reject(error)),
      )
    })
  }

  async #carryOut(write: SentWrite, input: string, init: RequestInit | undefined): Promise<Response> {
    const { server } = this.#options
    const response = await server.fetch(input, init)
    if (response.ok) {
      write.isDone = true
      this.#record(write.key)
    }
    return response
  }

  #record(key: string): void {
    const { server, log } = this.#options
    const before = log.podsAt(server.rv).get(key)
    const after = withoutManagedFields(server.get(pods, key))
    if (after) {
      if (after.metadata.resourceVersion !== before?.metadata.resourceVersion) log.recordWrite(after)
    } else if (before) {
      // The server marks a Pod as terminating before it removes it.
      const resourceVersion = String(Number(server.rv) - 1)
      log.recordWrite({ ...before, metadata: { ...before.metadata, resourceVersion } })
      log.recordDelete(before, server.rv)
    }
  }
}

/** Informers cut them out. */
function withoutManagedFields(pod: Pod | undefined): Pod | undefined {
  if (!pod) return undefined
  const { managedFields: _, ...metadata } = pod.metadata
  return { ...pod, metadata }
}

/** The options that mark the request of a write. Those of a deletion have no text, and the path replaces them. */
export const markOf = (number: number, verb: PageWrite['verb']): object =>
  verb === 'delete' ? { gracePeriodSeconds: -1 - number } : { fieldManager: `write-${number}` }

/** The options of a deletion that leaves no Pod that terminates. */
const atOnce = (options: string): string => JSON.stringify({ ...JSON.parse(options), gracePeriodSeconds: 0 })

function numberOf(input: string, init: RequestInit | undefined): number | undefined {
  const method = init?.method ?? 'GET'
  if (method === 'GET') return undefined
  if (method === 'DELETE') return -1 - Number(JSON.parse(String(init?.body)).gracePeriodSeconds)
  const [, number] = /^write-(\d+)$/.exec(new URL(input).searchParams.get('fieldManager') ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}

/** Whether the request reads one Pod. */
const isRead = (input: string, init: RequestInit | undefined): boolean =>
  (init?.method ?? 'GET') === 'GET' && /\/pods\/[^/]+$/.test(new URL(input).pathname)

/** Rejects with the signal's reason when it aborts; the promise itself goes on. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    const end = () => signal.removeEventListener('abort', abort)
    promise.then(resolve, reject).finally(end)
  })
}

const failure = (code: number, reason: string): Response =>
  new Response(JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason }), {
    status: code,
    headers: { 'content-type': 'application/json' },
  })
