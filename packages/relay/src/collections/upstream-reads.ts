import type { CacherSource, SourceList, SourceListOptions } from '@kube-informer/cacher'
import {
  createListWatch,
  type InformerClient,
  isNotFound,
  isUnexpectedServerError,
  type KubernetesObject,
  type ListerWatcher,
  type ListOptions,
  type ResourceDefinition,
  type Row,
} from '@kube-informer/core'
import { SharedRequests } from './shared-requests.ts'
import { upstreamFailure } from './upstream-failure.ts'

/** Gets of single objects that may be in flight at the same time. */
const GETS = 16

export interface UpstreamReadsOptions {
  readonly client: InformerClient
  readonly resource: ResourceDefinition
  /** "" for all. */
  readonly namespace: string
  readonly waitingReads: number
  /** Whether the upstream is a relay, whose cache is new enough for the first list. */
  readonly isUpstreamCache: boolean
  /** Called with the resourceVersion of each consistent list, and the one of the cache when it was sent. */
  readonly onConsistent: (resourceVersion: string, cachedBefore: string) => void
  /** The resourceVersion of the cache. */
  readonly cached: () => string
}

const EVERYTHING: SourceListOptions = {
  namespace: '',
  labelSelector: '',
  fieldSelector: '',
  resourceVersion: '',
  resourceVersionMatch: '',
  limit: 1,
  continue: '',
}

/**
 * All requests of one collection to the apiserver. At most one list is in flight, also while the collection itself lists,
 * and equal reads share one request.
 */
export class UpstreamReads implements CacherSource {
  readonly #options: UpstreamReadsOptions
  readonly #lists: SharedRequests
  readonly #gets: SharedRequests

  constructor(options: UpstreamReadsOptions) {
    this.#options = options
    this.#lists = new SharedRequests({ inFlight: 1, waiting: options.waitingReads })
    this.#gets = new SharedRequests({ inFlight: GETS, waiting: options.waitingReads })
  }

  /** What feeds the cache. Its lists take precedence. */
  get feed(): ListerWatcher<Row> {
    const { client, resource, namespace } = this.#options
    const inner = createListWatch(client, resource, { namespace, form: 'row', trim: [], encoding: 'json' })
    return {
      ...inner,
      list: (query, { signal, ...context }) =>
        this.#lists.run(
          JSON.stringify(query),
          shared => inner.list(this.#feedQuery(query), { ...context, signal: shared }),
          signal,
          true,
        ),
    }
  }

  /** A cache that has served nothing yet need not be newer than that of its upstream. Later, it must not go back. */
  #feedQuery(query: ListOptions): ListOptions {
    const { cached, isUpstreamCache } = this.#options
    return isUpstreamCache && cached() === '0' && !query.continue ? { ...query, resourceVersion: '0' } : query
  }

  list(options: SourceListOptions, signal?: AbortSignal): Promise<SourceList<Row>> {
    return this.#lists.run(JSON.stringify(options), shared => this.#list(options, shared), signal)
  }

  get(namespace: string, name: string, signal?: AbortSignal): Promise<KubernetesObject | undefined> {
    const { client, resource } = this.#options
    return this.#gets.run(
      `${namespace}/${name}`,
      async shared => {
        try {
          return await client.get(resource, { namespace, name }, { signal: shared })
        } catch (error) {
          if (isNotFound(error) && !isUnexpectedServerError(error)) return undefined
          throw upstreamFailure(error)
        }
      },
      signal,
    )
  }

  async currentResourceVersion(signal?: AbortSignal): Promise<string> {
    return (await this.list(EVERYTHING, signal)).resourceVersion
  }

  async #list(options: SourceListOptions, signal: AbortSignal): Promise<SourceList<Row>> {
    const { client, resource, cached, onConsistent } = this.#options
    const { limit, resourceVersion: requested, continue: token, resourceVersionMatch } = options
    const { labelSelector, fieldSelector } = options
    const namespace = this.#options.namespace || options.namespace
    const scope = {
      namespace,
      labelSelector,
      fieldSelector,
      form: 'row',
      trim: [],
      encoding: 'json',
    } as const
    const cachedBefore = cached()
    try {
      const { metadata, items } = await createListWatch(client, resource, scope).list(
        {
          ...(limit > 0 && { limit }),
          ...(resourceVersionMatch !== '' && { resourceVersionMatch }),
          ...(requested !== '' && { resourceVersion: requested }),
          ...(token !== '' && { continue: token }),
        },
        { signal },
      )
      const { resourceVersion = '', continue: next, remainingItemCount } = metadata
      if (requested === '' && token === '') onConsistent(resourceVersion, cachedBefore)
      return { resourceVersion, items, continue: next, remainingItemCount }
    } catch (error) {
      throw upstreamFailure(error)
    }
  }
}
