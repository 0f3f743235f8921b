import { type CacherWatch, tooOldResourceVersion } from '@kube-informer/cacher'
import {
  type BodyObserver,
  type ListPage,
  type ReadCall,
  type Reads,
  ResourceReads,
} from '@kube-informer/cacher/http'
import { onAbort } from '@kube-informer/core/internal'
import type { Kind } from '../kinds/kind.ts'
import { failureOf } from '../status/status-errors.ts'
import { RejectedWatch } from '../storage/rejected-watch.ts'
import type { Call, ResourceRoute } from './call.ts'
import { ProtobufLists } from './protobuf-lists.ts'
import type { RestOptions } from './rest-options.ts'

/** Answers GETs: lists, watches and single objects. */
export class ReadHandler {
  readonly #options: RestOptions
  readonly #known = new WeakMap<Kind, ResourceReads>()
  readonly #lists: ProtobufLists

  constructor(options: RestOptions) {
    this.#options = options
    this.#lists = new ProtobufLists(options.clock)
  }

  async get(route: ResourceRoute, call: Call): Promise<Response> {
    rejectIfExpired(call)
    return this.#readsOf(route.kind).get(readCallOf(route, call))
  }

  async list(route: ResourceRoute, call: Call): Promise<Response> {
    rejectIfExpired(call)
    const reads = this.#readsOf(route.kind)
    const read = readCallOf(route, call)
    const inProtobuf = call.sendsProtobuf
      ? await this.#lists.response(route.kind, await reads.page(read), call.signal, this.#onList)
      : undefined
    return inProtobuf ?? reads.list(read, { onList: this.#onList })
  }

  /** The page that a list with the same path and query returns. */
  async page(route: ResourceRoute, call: Call): Promise<ListPage> {
    return this.#readsOf(route.kind).page(readCallOf(route, call))
  }

  async watch(route: ResourceRoute, call: Call): Promise<Response> {
    const read = readCallOf(route, call)
    if (call.fault?.type === 'expired') return this.#expiredReads(route.kind, call).watch(read)
    const broken = new AbortController()
    const unlink = onAbort(call.signal, reason => broken.abort(reason))
    const onWatch = (watch: CacherWatch) => this.#onWatch(watch, call.request, broken, unlink)
    return this.#readsOf(route.kind).watch({ ...read, signal: broken.signal }, { onWatch })
  }

  readonly #onList = (): (() => void) => {
    const token = {}
    const { busy } = this.#options
    busy.set(token, true)
    return () => busy.set(token, false)
  }

  #onWatch(
    watch: CacherWatch,
    request: Request,
    broken: AbortController,
    unlink: () => void,
  ): ReturnType<NonNullable<BodyObserver['onWatch']>> {
    const { watches, busy } = this.#options
    watches.add(watch, request, broken)
    return {
      onRead: () => busy.check(),
      onClose: () => {
        unlink()
        watches.delete(watch)
        busy.check()
      },
    }
  }

  #readsOf(kind: Kind): ResourceReads {
    let reads = this.#known.get(kind)
    if (!reads) {
      reads = this.#resourceReads(kind, this.#currentReadsOf(kind))
      this.#known.set(kind, reads)
    }
    return reads
  }

  /** Looks up the cache on each call, since a resource's cache can be replaced. */
  #currentReadsOf(kind: Kind): Reads {
    const { caches } = this.#options
    return {
      list: options => caches.readsOf(kind).list(options),
      get: options => caches.readsOf(kind).get(options),
      watch: options => caches.readsOf(kind).watch(options),
    }
  }

  /** Reads for which the requested resourceVersion has expired. */
  #expiredReads(kind: Kind, { query }: Call): ResourceReads {
    const requested = query.get('resourceVersion') || '0'
    const { status } = tooOldResourceVersion(requested, String(this.#options.storage.current))
    return this.#resourceReads(kind, {
      ...this.#currentReadsOf(kind),
      watch: async () => new RejectedWatch(status),
    })
  }

  #resourceReads(kind: Kind, reads: Reads): ResourceReads {
    const { clock, features, watchBuffer } = this.#options
    // The buffer consists of two queues.
    const watchQueueSize = Math.ceil(watchBuffer / 2)
    return new ResourceReads({ kind, reads, clock, features, watchQueueSize })
  }
}

function rejectIfExpired({ fault }: Call): void {
  if (fault?.type === 'expired') throw failureOf(410)
}

const readCallOf = (
  { namespace, name, legacyWatch }: ResourceRoute,
  { request, query, signal }: Call,
): ReadCall => ({
  namespace,
  name,
  query,
  signal,
  accept: request.headers.get('Accept'),
  isLegacyWatch: legacyWatch,
})
