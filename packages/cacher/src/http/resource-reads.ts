import type { Clock } from '@kube-informer/core'
import type { ReaderScheduler } from '../api/scheduler.ts'
import type { ServedKind } from '../api/served-kind.ts'
import { notFound } from '../api/status-errors.ts'
import type { CacherList } from '../requests/requests.ts'
import type { CacherWatch } from '../watch/watch.ts'
import { bodyStream } from './encoding/body-stream.ts'
import { FrameEncoders } from './encoding/frame-encoders.ts'
import { itemBody } from './encoding/item-body.ts'
import { type ListPage, listBody } from './encoding/list-body.ts'
import { includeObjectOf } from './encoding/tables.ts'
import { watchBody } from './encoding/watch-body.ts'
import type { Reads } from './reads.ts'
import {
  checkListRevision,
  type ListQuery,
  parseListQuery,
  type QueryFeatures,
} from './request/list-query.ts'
import { type AnswerType, type Negotiated, negotiate } from './request/negotiate.ts'
import { legacyWatchQuery, type ReadCall } from './request/read-call.ts'
import { checkSelectors } from './request/selection.ts'
import { jsonResponse } from './respond.ts'

/** Observes response bodies. */
export interface BodyObserver {
  /** Bodies are made in turns of the reader. @default when they are read */
  readonly scheduler?: ReaderScheduler | undefined
  /** Called when a list response starts. The returned function is called after its body was read, cancelled, or failed. */
  onList?(): () => void
  /** Called when a watch has opened. The body reads the returned watch, if there is one. */
  onWatch?(watch: CacherWatch): {
    readonly watch?: CacherWatch
    readonly onRead?: () => void
    readonly onClose?: () => void
  }
}

export interface ResourceReadsOptions {
  readonly kind: ServedKind
  readonly reads: Reads
  readonly clock: Clock
  readonly features?: QueryFeatures | undefined
  /** Capacity of a watch's queue, in events. @default that of a Kubernetes server */
  readonly watchQueueSize?: number | undefined
}

/** Turns list, watch and get requests of one resource into responses. Errors are thrown as StatusErrors. */
export class ResourceReads {
  readonly #options: ResourceReadsOptions
  readonly #encoders: FrameEncoders

  constructor(options: ResourceReadsOptions) {
    this.#options = options
    this.#encoders = new FrameEncoders(options.kind, options.clock)
  }

  async get(call: ReadCall): Promise<Response> {
    const form = this.#negotiate(call, 'object')
    const { kind, reads } = this.#options
    const { namespace, name, signal } = call
    const resourceVersion = call.query.get('resourceVersion') ?? ''
    const found = await reads.get({ namespace, name, resourceVersion, signal })
    if (!found) throw notFound(kind.resource, name)
    const table = await this.#table(call, form)
    return jsonResponse(itemBody(kind, found, { ...form, ...table }), 200, form.mediaType)
  }

  async list(call: ReadCall, observer: BodyObserver = {}): Promise<Response> {
    const form = this.#negotiate(call, 'list')
    const page = await this.page(call)
    const table = await this.#table(call, form)
    const parts = listBody(this.#options.kind, page, { ...form, ...table })
    const onDone = observer.onList?.()
    return jsonResponse(
      bodyStream(parts, { scheduler: observer.scheduler, signal: call.signal, onDone }),
      200,
      form.mediaType,
    )
  }

  /** One page of a list, before encoding. */
  async page(call: ReadCall): Promise<ListPage> {
    const query = parseListQuery(call.query, this.#options.features)
    const { kind, reads } = this.#options
    const selected = checkSelectors(kind, query)
    if (!query.continue) checkListRevision(query.resourceVersion)
    // A namespace in a field selector has the same effect as one in the path.
    const namespace = call.namespace || selected.namespace
    // A single object is not paginated: a limit would make its resourceVersion an exact one.
    const isSingle = selected.name !== '' && (namespace !== '' || !kind.resource.namespaced)
    const limit = isSingle ? 0 : query.limit
    const { signal } = call
    return pageOf(await reads.list({ ...query, ...matchOf(query), limit, namespace, signal }))
  }

  async watch(call: ReadCall, observer: BodyObserver = {}): Promise<Response> {
    const form = this.#negotiate(call, 'watch')
    const query = call.isLegacyWatch
      ? legacyWatchQuery(call)
      : parseListQuery(call.query, this.#options.features)
    const selected = checkSelectors(this.#options.kind, query)
    // Kubernetes accepts the list form of metadata for a watch, but sends no events.
    if ((query.timeoutSeconds ?? 0) < 0 || form.as === 'PartialObjectMetadataList')
      return jsonResponse(bodyStream([]))
    const { columns, includeObject } = await this.#table(call, form)
    const watch = await this.#open(query, call.namespace || selected.namespace, call.signal)
    const { signal } = call
    const { scheduler } = observer
    const chunks = this.#encoders.of(form, includeObject, columns)
    const { watch: observed = watch, ...callbacks } = observer.onWatch?.(watch) ?? {}
    return jsonResponse(watchBody(observed, { chunks, scheduler, signal, ...callbacks }))
  }

  #negotiate({ accept }: ReadCall, answer: AnswerType): Negotiated {
    return negotiate(accept, answer, this.#options.kind.isBuiltIn)
  }

  #open(query: ListQuery, namespace: string, signal: AbortSignal): Promise<CacherWatch> {
    const { reads, watchQueueSize: queueSize } = this.#options
    const { labelSelector, fieldSelector, resourceVersion } = query
    const { sendInitialEvents, allowWatchBookmarks, timeoutSeconds } = query
    const view = { namespace, labelSelector, fieldSelector }
    const start = { resourceVersion, sendInitialEvents, allowWatchBookmarks }
    return reads.watch({ ...view, ...start, timeoutSeconds, queueSize, openingSignal: signal })
  }

  /** The table options; read only if a table was requested. */
  async #table({ query }: ReadCall, { as }: Negotiated) {
    const columns = as === 'Table' ? await this.#options.kind.columns() : []
    const includeObject = includeObjectOf(as === 'Table' ? query.get('includeObject') : null)
    return { columns, includeObject, now: this.#options.clock.now() }
  }
}

const pageOf = ({ items, resourceVersion, continue: token, remainingItemCount }: CacherList): ListPage => ({
  items,
  metadata: {
    resourceVersion,
    ...(token ? { continue: token } : {}),
    ...(token && remainingItemCount !== undefined ? { remainingItemCount } : {}),
  },
})

/** Narrows the match of a valid query to its three possible values. */
function matchOf({ resourceVersionMatch: match }: ListQuery): {
  resourceVersionMatch: '' | 'Exact' | 'NotOlderThan'
} {
  return { resourceVersionMatch: match === 'Exact' || match === 'NotOlderThan' ? match : '' }
}
