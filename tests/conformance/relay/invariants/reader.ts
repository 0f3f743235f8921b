import { setTimeout } from 'node:timers/promises'
import type { Pod } from '@kube-informer/testing'
import { describeAll, describePod, type Scope } from './history.ts'
import { tokenOf } from './upstream.ts'

/** The time between attempts, in milliseconds. */
const RETRY_MS = 5

interface ReceivedEvent {
  readonly type: string
  readonly object: Pod & { readonly code?: number }
}

interface PodList {
  readonly metadata: { readonly resourceVersion: string }
  readonly items: readonly Pod[]
}

/** Options of {@link Reader}. */
export interface ReaderOptions {
  readonly scope: Scope
  readonly user: string
  readonly token?: string
  /** Where the next request goes. */
  readonly url: () => string
  /** How many events a watch may deliver before the reader leaves it and resumes. @default any number */
  readonly eventsPerWatch?: number
  /** Where to start watching, instead of listing. */
  readonly since?: string
  /** When it starts to read what its watch sends. @default at once */
  readonly unreadUntil?: Promise<void>
}

/** Lists, watches, and resumes whenever its watch ends, as an informer does. It lists again only after a 410. */
export class Reader {
  readonly scope: Scope
  lists = 0
  /** Watches that were opened, and those that ended by themselves. */
  opens = 0
  ends = 0
  /** The status codes of refused requests and of ERROR events. */
  readonly codes: number[] = []
  /** The state of the last list. */
  listed: readonly string[] | undefined
  /** The events since the last list. */
  events: string[] = []
  /** The resourceVersions from which it could resume: that of the list, and those of all events. */
  positions: string[] = []
  readonly #options: ReaderOptions
  readonly #stopping = new AbortController()
  #resourceVersion: string
  #running: Promise<void> | undefined

  constructor(options: ReaderOptions) {
    this.#options = options
    this.scope = options.scope
    this.#resourceVersion = options.since ?? ''
    if (options.since !== undefined) this.positions = [options.since]
  }

  /** The resourceVersion from which its events start. */
  get since(): string {
    return this.positions[0] ?? ''
  }

  get isWatching(): boolean {
    return this.opens > this.ends
  }

  start(): this {
    this.#running = this.#run(this.#stopping.signal)
    return this
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (this.#resourceVersion === '') await this.#list(signal)
        else await this.#watch(signal)
      } catch {
        // The relay has ended, or the reader is to stop.
      }
      if (!signal.aborted) await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  async #get(query: string, signal: AbortSignal): Promise<Response | undefined> {
    const { scope, user, token = tokenOf(user), url } = this.#options
    const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'identity' }
    const response = await fetch(url() + scope.path + query, { headers, signal })
    if (response.ok) return response
    await response.body?.cancel()
    this.#refused(response.status)
    return undefined
  }

  #refused(code: number): void {
    // A cache that is starting answers 429.
    if (code !== 429) this.codes.push(code)
    if (code === 410) this.#resourceVersion = ''
  }

  async #list(signal: AbortSignal): Promise<void> {
    const response = await this.#get('resourceVersion=0', signal)
    if (!response) return
    const { metadata, items } = (await response.json()) as PodList
    this.lists++
    this.listed = describeAll(items)
    this.events = []
    this.#resourceVersion = metadata.resourceVersion
    this.positions = [metadata.resourceVersion]
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const leaving = new AbortController()
    const query = `watch=1&allowWatchBookmarks=1&resourceVersion=${this.#resourceVersion}`
    const response = await this.#get(query, AbortSignal.any([signal, leaving.signal]))
    if (!response?.body) return
    this.opens++
    await this.#options.unreadUntil
    let left = this.#options.eventsPerWatch ?? Number.POSITIVE_INFINITY
    try {
      for await (const event of readEvents(response.body)) {
        this.#apply(event)
        if (--left <= 0) return
      }
    } finally {
      this.ends++
      leaving.abort()
    }
  }

  #apply({ type, object }: ReceivedEvent): void {
    if (type === 'ERROR') {
      this.#refused(object.code ?? 0)
      return
    }
    this.#resourceVersion = object.metadata?.resourceVersion ?? ''
    this.positions.push(this.#resourceVersion)
    if (type !== 'BOOKMARK') this.events.push(`${type} ${describePod(object)}`)
  }
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ReceivedEvent> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}
