import {
  type Clock,
  ConnectionError,
  isTooLargeResourceVersion,
  type KubernetesObject,
  type List,
  type ListContext,
  type ListOptions,
  type Row,
} from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import type { Cacher } from '../cacher.ts'
import type { CachedItem } from '../items/cached-item.ts'
import { IdleAbort } from './idle-abort.ts'
import type { Upstream } from './upstream.ts'

/** A busy server may request several retries before the first byte. */
const FIRST_BYTE_TIMEOUT_MS = 300_000
/** Servers limit a request to a minute, so the connection of a list that pauses for longer is dead. */
const IDLE_TIMEOUT_MS = 60_000
/**
 * After how many answers it is believed that a server does not have a resourceVersion. It waits three seconds for it each
 * time, and wants to be asked again.
 */
const MOST_ANSWERS = 2

export interface UpstreamListerOptions<T extends KubernetesObject> {
  readonly cacher: Cacher<T>
  readonly upstream: Upstream<T>
  readonly clock: Clock
  readonly pageSize: number
}

/** Lists an upstream apiserver. A request that receives no data for too long fails with a ConnectionError. */
export class UpstreamLister<T extends KubernetesObject = KubernetesObject> {
  readonly #options: UpstreamListerOptions<T>

  constructor(options: UpstreamListerOptions<T>) {
    this.#options = options
  }

  /** Lists the complete state page by page and sets it. Each page is admitted before the next one is requested. */
  async list(signal: AbortSignal): Promise<void> {
    const { cacher, pageSize: limit } = this.#options
    const items: CachedItem<T>[] = []
    try {
      let token: string | undefined
      let resourceVersion = ''
      do {
        const page = await this.#request(token ? { limit, continue: token } : { limit }, signal)
        for (const item of cacher.admit(page.items)) items.push(item)
        token = page.metadata.continue
        resourceVersion ||= page.metadata.resourceVersion ?? ''
      } while (token)
      signal.throwIfAborted()
      cacher.replace(items, resourceVersion)
    } catch (error) {
      cacher.dismiss(items)
      throw error
    }
  }

  /** Rejects with the server's error if it does not have this resourceVersion (yet). */
  async verify(resourceVersion: string, signal: AbortSignal): Promise<void> {
    const asking = new AbortController()
    const unsubscribe = onAbort(signal, reason => asking.abort(reason))
    // A client repeats the request ten times, which takes 40 seconds.
    const onRetry: ListContext['onRetry'] = ({ error, attempt }) => {
      if (attempt >= MOST_ANSWERS && isTooLargeResourceVersion(error)) asking.abort(error)
    }
    const options = { resourceVersion, resourceVersionMatch: 'NotOlderThan', limit: 1 } as const
    try {
      await this.#request(options, asking.signal, onRetry)
    } finally {
      unsubscribe()
    }
  }

  async #request(
    options: ListOptions,
    signal: AbortSignal,
    onRetry?: ListContext['onRetry'],
  ): Promise<List<T | Row<T>>> {
    const { upstream, clock } = this.#options
    const idle = new IdleAbort({ clock, timeoutMs: FIRST_BYTE_TIMEOUT_MS, signal })
    let isAnswered = false
    const onBytes = (): void => {
      if (isAnswered) idle.refresh()
      else idle.restart(IDLE_TIMEOUT_MS)
      isAnswered = true
    }
    try {
      return await upstream.list(options, { signal: idle.signal, onBytes, onRetry })
    } catch (error) {
      throw idle.isIdle ? new ConnectionError('the list upstream received no data') : error
    } finally {
      idle.dispose()
    }
  }
}
