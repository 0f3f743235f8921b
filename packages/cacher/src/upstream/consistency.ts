import {
  type Clock,
  type KubernetesObject,
  type Random,
  type Row,
  sleep,
  systemClock,
} from '@kube-informer/core'
import type { CacherSource, SourceList } from '../api/cacher-source.ts'
import { isNewer } from '../api/revision.ts'
import type { Cacher } from '../cacher.ts'
import type { CachedItem } from '../items/cached-item.ts'
import { type Fed, identityOf } from '../items/fed.ts'

const EVERY_MS = 5 * 60_000
const JITTER = 0.5
const PAGE_SIZE = 10_000

export interface ConsistencyCheckOptions<T extends KubernetesObject> {
  readonly cacher: Cacher<T>
  readonly source: CacherSource<T>
  /** The average time between two checks is a quarter longer. @default 300_000 */
  readonly everyMs?: number | undefined
  /** Called after each check that found a difference. */
  readonly onDifference?: (() => void) | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}

interface CachedState<T extends KubernetesObject> {
  readonly items: readonly CachedItem<T>[]
  readonly resourceVersion: string
}

/**
 * Periodically compares a cache with its source. After a difference, the cache serves no lists of past revisions until a
 * later check passes.
 */
export class ConsistencyCheck<T extends KubernetesObject = KubernetesObject> {
  readonly #options: ConsistencyCheckOptions<T>

  constructor(options: ConsistencyCheckOptions<T>) {
    this.#options = options
  }

  /** Checks periodically until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { everyMs = EVERY_MS, clock = systemClock, random = Math.random } = this.#options
    for (;;) {
      await sleep(clock, everyMs * (1 + JITTER * random()), signal)
      if (signal.aborted) return
      // A failed check has no result: the source may be unavailable or the cache not ready.
      await this.check(signal).catch(() => undefined)
    }
  }

  /** Compares once. Rejects if either cannot be read. */
  async check(signal?: AbortSignal): Promise<boolean> {
    const { cacher } = this.#options
    const isEqual = await this.#isEqual(await cacher.list({ resourceVersion: '0', signal }), signal)
    cacher.isConsistent = isEqual
    if (!isEqual) this.#options.onDifference?.()
    return isEqual
  }

  async #isEqual(
    { items, resourceVersion }: CachedState<T>,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    // A source that was restored from a backup has gone back. It does not answer for a revision that it has not.
    const current = await this.#options.source.currentResourceVersion(signal)
    return !isNewer(resourceVersion, current) && (await this.#equals(items, resourceVersion, signal))
  }

  async #equals(
    items: readonly CachedItem<T>[],
    resourceVersion: string,
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    let compared = 0
    let token = ''
    do {
      const page = await this.#page(resourceVersion, token, signal)
      for (const item of page.items) if (!isSame(items[compared++], item)) return false
      token = page.continue ?? ''
    } while (token !== '')
    return compared === items.length
  }

  #page(
    resourceVersion: string,
    token: string,
    signal: AbortSignal | undefined,
  ): Promise<SourceList<T | Row<T>>> {
    const query = { namespace: '', labelSelector: '', fieldSelector: '', limit: PAGE_SIZE, continue: token }
    const position = token === '' ? { resourceVersion, resourceVersionMatch: 'Exact' as const } : NO_POSITION
    return this.#options.source.list({ ...query, ...position }, signal)
  }
}

const NO_POSITION = { resourceVersion: '', resourceVersionMatch: '' } as const

function isSame(cached: CachedItem | undefined, fed: Fed): boolean {
  if (!cached) return false
  const { namespace, name, resourceVersion } = identityOf(fed)
  return cached.namespace === namespace && cached.name === name && cached.resourceVersion === resourceVersion
}
