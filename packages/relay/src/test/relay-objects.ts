import { createFakeApiserver, type FakeApiserver, pods } from '@kube-informer/testing'
import { type Serving, serve } from '@kube-informer/testing/node'
import { Miniflare } from 'miniflare'
import { expect } from 'vitest'
import { bundleWorker } from './bundle-worker.ts'
import { WatchReader } from './watch-reader.ts'

export const POLL: { readonly timeout: number } = { timeout: 25_000 }
export const PODS = '/api/v1/pods'

const podOf = (name: string) => ({ metadata: { name, namespace: 'default' } })

/** A reader of the relay that resumes its watch when it ends, and lists only if it cannot. */
export class Reader {
  lists = 0
  /** How many watches were opened. */
  opens = 0
  /** How many watches have ended. */
  ends = 0
  readonly names: Set<string> = new Set()
  readonly #get: (path: string) => Promise<Response>
  #resourceVersion = ''
  #watch: WatchReader | undefined
  #isStopped = false

  constructor(get: (path: string) => Promise<Response>) {
    this.#get = get
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      if (this.#resourceVersion === '') await this.#list()
      await this.#follow().catch(() => undefined)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#watch?.cancel().catch(() => undefined)
  }

  async #list(): Promise<void> {
    const response = await this.#get(`${PODS}?resourceVersion=0`)
    if (!response.ok) {
      await response.body?.cancel()
      return
    }
    const { items, metadata } = (await response.json()) as PodList
    this.lists++
    this.names.clear()
    for (const pod of items) this.names.add(pod.metadata.name)
    this.#resourceVersion = metadata.resourceVersion
  }

  async #follow(): Promise<void> {
    if (this.#resourceVersion === '') return
    const response = await this.#get(
      `${PODS}?watch=1&allowWatchBookmarks=1&resourceVersion=${this.#resourceVersion}`,
    )
    if (response.status === 410) this.#resourceVersion = ''
    if (!response.ok) return void (await response.body?.cancel())
    const watch = new WatchReader(response, event => this.#apply(event))
    this.#watch = watch
    this.opens++
    if (this.#isStopped) await watch.cancel()
    await watch.done.finally(() => this.ends++)
  }

  #apply({ type, object: { metadata, code } }: WatchReader['events'][number]): void {
    if (type === 'ERROR') {
      if (code === 410) this.#resourceVersion = ''
      return
    }
    const name = metadata?.name ?? ''
    this.#resourceVersion = metadata?.resourceVersion ?? this.#resourceVersion
    if (type === 'DELETED') this.names.delete(name)
    else if (type !== 'BOOKMARK') this.names.add(name)
  }
}

interface PodList {
  readonly items: readonly { readonly metadata: { readonly name: string } }[]
  readonly metadata: { readonly resourceVersion: string }
}

/** The name of an object in the cluster "". A leaf has no resource. */
const objectName = (name: string): string => (name.startsWith('leaf') ? ` ${name} ` : ` ${name}`)

export interface StartOptions {
  readonly leaves?: number
  readonly fanout?: number
  /** The Worker, a file of this folder. */
  readonly script?: string
  /** Further bindings of the Worker. */
  readonly bindings?: Readonly<Record<string, number>>
}

/** A fake apiserver, and a relay of Durable Objects in front of it. */
export class RelayObjects {
  readonly server: FakeApiserver
  readonly readers: Reader[] = []
  readonly #serving: Serving
  readonly #worker: Miniflare
  readonly #origin: string
  #written = 0

  private constructor(server: FakeApiserver, serving: Serving, worker: Miniflare, origin: string) {
    this.server = server
    this.#serving = serving
    this.#worker = worker
    this.#origin = origin
  }

  static async start({
    leaves = 1,
    fanout = 32,
    script = 'relay-worker',
    bindings = {},
  }: StartOptions = {}): Promise<RelayObjects> {
    const server = createFakeApiserver()
    const serving = await serve(server)
    const worker = new Miniflare({
      name: 'worker',
      modules: true,
      script: await bundleWorker(script),
      compatibilityDate: '2026-07-01',
      // Otherwise workerd does not tell an object that a reader has left.
      compatibilityFlags: ['enable_request_signal'],
      durableObjects: { RELAY: { className: 'Relay', useSQLite: true } },
      bindings: { SERVER: serving.url, LEAVES: leaves, FANOUT: fanout, ...bindings },
    })
    const objects = new RelayObjects(server, serving, worker, (await worker.ready).origin)
    for (let i = 0; i < 3; i++) objects.write()
    return objects
  }

  get = (path: string, token = 'alice'): Promise<Response> =>
    fetch(this.#origin + path, { headers: { 'Accept-Encoding': 'gzip', Authorization: `Bearer ${token}` } })

  /** Ends an object as a crash does: `root v1/pods`, `leaf-0`. */
  async abort(name: string): Promise<void> {
    await this.get(`/test/abort?object=${encodeURIComponent(objectName(name))}`)
  }

  async stopRelay(): Promise<void> {
    expect((await this.get('/test/stop')).status).toBe(200)
  }

  /** Fails if the object still has a request or a timer. Its hibernatable sockets remain open. */
  async evict(name: string): Promise<void> {
    const object = { name: objectName(name), webSockets: 'hibernate' } as const
    await this.#worker.unsafeEvictDurableObject('worker', 'Relay', object).catch(error => {
      // workerd has removed it by itself.
      if (!/not currently running/.test(String(error))) throw error
    })
  }

  /** Starts a reader with a token. */
  read(token: string): Reader {
    const reader = new Reader(path => this.get(path, token))
    this.readers.push(reader)
    void reader.run()
    return reader
  }

  /** Creates a Pod, or deletes the oldest. */
  write(): void {
    const [first] = this.server.list(pods)
    if (first && this.#written % 3 === 2) this.server.delete(first, pods)
    else this.server.create(podOf(`pod-${this.#written}`), pods)
    this.#written++
  }

  get expected(): readonly string[] {
    return this.server.list(pods).map(({ metadata }) => metadata.name)
  }

  /** Waits until every reader has the server's state, and a watch. */
  async settled(): Promise<void> {
    await expect.poll(() => this.readers.every(({ opens, ends }) => opens > ends), POLL).toBe(true)
    const names = this.expected.toSorted()
    await expect
      .poll(() => this.readers.map(reader => [...reader.names].toSorted()), POLL)
      .toEqual(this.readers.map(() => names))
  }

  /** The number of watches upstream so far. */
  get watches(): number {
    return this.#requests('watch').length
  }

  /** The number of lists upstream so far, without those of the newest resourceVersion. */
  get lists(): number {
    return this.#requests('list').filter(({ query }) => query.limit !== '1').length
  }

  get origin(): string {
    return this.#origin
  }

  #requests(kind: string) {
    return this.server.requests.filter(each => each.resource === 'pods' && each.kind === kind)
  }

  async close(): Promise<void> {
    await Promise.all(this.readers.map(reader => reader.stop()))
    await this.#worker.dispose()
    await this.#serving.close()
  }
}
