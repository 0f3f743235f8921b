import type {
  KubernetesObject,
  ResourceDefinition,
  Status,
  WatchEvent,
  WatchOptions,
} from '@kube-informer/core'
import type { Cluster } from './target.ts'

/** An event and its short text. */
export interface SeenEvent<T> {
  readonly event: WatchEvent<T>
  /** `A pod-1`, `M n/pod-1` in a watch of all namespaces, `B`, `B end`, `E 410 Expired`. */
  readonly text: string
  readonly resourceVersion: string
}

/** Options of a watch. */
export type WatchQuery = WatchOptions & { readonly namespace?: string }

const LETTERS = { ADDED: 'A', MODIFIED: 'M', DELETED: 'D' } as const
const INITIAL_EVENTS_END = 'k8s.io/initial-events-end'

/** Reads a watch of the client event by event. The watch closes when its test ends. */
export class WatchReader<T extends KubernetesObject> {
  readonly #events: AsyncIterator<readonly WatchEvent<T>[]>
  readonly #controller: AbortController
  readonly #nameOf: (object: KubernetesObject) => string
  #batch: readonly WatchEvent<T>[] = []
  #next = 0

  private constructor(
    events: AsyncIterable<readonly WatchEvent<T>[]>,
    controller: AbortController,
    nameOf: (object: KubernetesObject) => string,
  ) {
    this.#events = events[Symbol.asyncIterator]()
    this.#controller = controller
    this.#nameOf = nameOf
  }

  /** Opens a watch; settles on the response of the server. Texts have namespaces if the watch is of all of them. */
  static async open<T extends KubernetesObject>(
    cluster: Cluster,
    resource: ResourceDefinition<T>,
    query: WatchQuery = {},
  ): Promise<WatchReader<T>> {
    const controller = new AbortController()
    const { signal } = controller
    const events = await cluster.client.watch(resource, query, { signal })
    const nameOf = ({ metadata: { name = '', namespace } = {} }: KubernetesObject) =>
      query.namespace === undefined ? `${cluster.nameOf(namespace)}/${name}` : name
    const reader = new WatchReader(events, controller, nameOf)
    cluster.defer(() => reader.close())
    return reader
  }

  /** Returns the next event, including bookmarks; undefined once the server has ended the watch. */
  async next(): Promise<SeenEvent<T> | undefined> {
    while (this.#next >= this.#batch.length) {
      const { done, value } = await this.#events.next()
      if (done) return undefined
      this.#batch = value
      this.#next = 0
    }
    const event = this.#batch[this.#next++]
    return event && this.#seen(event)
  }

  /** Returns the next `count` events without bookmarks, fewer if the watch ends before. */
  async take(count: number): Promise<string[]> {
    return (await this.takeSeen(count)).map(({ text }) => text)
  }

  /** Like {@link take}, with the events. */
  async takeSeen(count: number): Promise<SeenEvent<T>[]> {
    const taken: SeenEvent<T>[] = []
    while (taken.length < count) {
      const seen = await this.next()
      if (!seen) break
      if (!seen.text.startsWith('B')) taken.push(seen)
    }
    return taken
  }

  /** Returns all events up to and including the first one with this text, or up to the end of the watch. */
  async upTo(text: string): Promise<SeenEvent<T>[]> {
    const taken: SeenEvent<T>[] = []
    for (let seen = await this.next(); seen; seen = await this.next()) {
      taken.push(seen)
      if (seen.text === text) break
    }
    return taken
  }

  /** Returns all events up to the end of the watch. */
  async rest(): Promise<SeenEvent<T>[]> {
    return this.upTo('')
  }

  /** Aborts the watch on the client side. */
  async close(): Promise<void> {
    this.#controller.abort()
    await this.#events.return?.()
  }

  #seen(event: WatchEvent<T>): SeenEvent<T> {
    if (event.type === 'ERROR') return { event, text: errorText(event.object), resourceVersion: '' }
    const { resourceVersion = '', annotations = {} } = event.object.metadata ?? {}
    if (event.type !== 'BOOKMARK')
      return { event, text: `${LETTERS[event.type]} ${this.#nameOf(event.object)}`, resourceVersion }
    const isEnd = annotations[INITIAL_EVENTS_END] === 'true'
    return { event, text: isEnd ? 'B end' : 'B', resourceVersion }
  }
}

const errorText = ({ code, reason }: Status): string => `E ${code} ${reason}`

/** Returns the texts of events. */
export const textsOf = (seen: readonly { readonly text: string }[]): string[] => seen.map(({ text }) => text)
