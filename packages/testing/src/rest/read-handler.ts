import type { ResourceDefinition } from '@kube-informer/core'
import { type FaultDecision, streamFaultOf } from '../faults/fault-rules.ts'
import { concat, encodeJson, encodeText, typedJson } from '../storage/encode.ts'
import type { StoredObject } from '../storage/stored-object.ts'
import { bodyStream } from './body-stream.ts'
import { type Call, placeAt, type ResourceRoute } from './call.ts'
import { untilFresh } from './freshness.ts'
import { type Page, selectPage } from './list.ts'
import { listForm } from './list-form.ts'
import {
  type ListQuery,
  listRevision,
  parseLegacyWatchQuery,
  parseListQuery,
  watchRevision,
} from './list-query.ts'
import { conversionMismatch, type Negotiated, negotiate } from './negotiate.ts'
import { jsonResponse } from './respond.ts'
import type { RestOptions } from './rest-handler.ts'
import { parseSelection, type Selection } from './selection.ts'
import { badRequest, expired, failureOf, tooLargeResourceVersion } from './status.ts'
import { includeObjectOf, partialMetadata, rowTableOf } from './tables.ts'
import { Watch } from './watch.ts'
import { watchFormOf } from './watch-form.ts'

/** Answers GETs: lists, watches and single objects. */
export class ReadHandler {
  readonly #options: RestOptions

  constructor(options: RestOptions) {
    this.#options = options
  }

  async get(route: ResourceRoute, call: Call): Promise<Response> {
    const form = negotiate(call.request.headers.get('Accept'), false)
    if (call.fault?.type === 'expired') throw failureOf(410)
    const version = call.query.get('resourceVersion') ?? ''
    const revision = watchRevision(version)
    await this.#untilFresh(revision, call.signal)
    const { storage, writes } = this.#options
    if (revision > storage.current) throw tooLargeResourceVersion(version, storage.current)
    return typed(jsonResponse(itemBytes(route.resource, writes.get(placeAt(route)), form, call)), form)
  }

  async list(route: ResourceRoute, call: Call): Promise<Response> {
    const form = negotiate(call.request.headers.get('Accept'), false)
    const query = parseListQuery(call.query)
    const selects = this.#selectionOf(route, query)
    if (!query.continue) await this.#untilFresh(listRevision(query.resourceVersion), call.signal)
    const page = this.#select(route, call, query, selects)
    const parts = listForm(route.resource, page, form, includeObjectOf(call.query.get('includeObject')))
    return typed(jsonResponse(this.#stream(parts, call, page)), form)
  }

  /** One page, whatever is asked for being there already. */
  page(route: ResourceRoute, call: Call): Page {
    const query = parseListQuery(call.query)
    return this.#select(route, call, query, this.#selectionOf(route, query))
  }

  async watch(route: ResourceRoute, call: Call): Promise<Response> {
    const form = negotiate(call.request.headers.get('Accept'), true)
    const query = route.legacyWatch ? legacyQuery(route, call.query) : parseListQuery(call.query)
    const selects = this.#selectionOf(route, query)
    const revision = watchRevision(query.resourceVersion)
    // The List form of metadata is accepted here, and then nothing comes of it.
    if ((query.timeoutSeconds ?? 0) < 0 || form.as === 'PartialObjectMetadataList')
      return jsonResponse(bodyStream([]))
    if (query.sendInitialEvents && !call.fault) await this.#untilFresh(revision, call.signal)
    return this.#open(route, call, query, selects, form)
  }

  #open(
    { resource, namespace }: ResourceRoute,
    { request, query: parameters, fault, signal }: Call,
    query: ListQuery,
    selects: Selection,
    form: Negotiated,
  ): Response {
    const { storage, clock, random, busy, watches, watchBuffer } = this.#options
    const token = {}
    const watch: Watch = new Watch({
      ...{ resource, namespace, query, selects, clock, random, signal },
      form: watchFormOf(resource, form, includeObjectOf(parameters.get('includeObject'))),
      collection: storage.collection(resource),
      current: () => storage.current,
      buffer: watchBuffer,
      fault: streamFaultOf(fault),
      onUnread: unread => busy.set(token, unread),
      onClose: () => watches.delete(watch),
    })
    watches.set(watch, request)
    return jsonResponse(watch.body)
  }

  #select(
    { resource, namespace }: ResourceRoute,
    { fault }: Call,
    query: ListQuery,
    selects: Selection,
  ): Page {
    if (fault?.type === 'expired') throw expired('The resourceVersion for the provided list is too old.')
    const { storage } = this.#options
    const target = { collection: storage.collection(resource), current: storage.current, namespace }
    return selectPage(target, { ...query, watch: false }, selects)
  }

  #selectionOf(
    { resource, namespace }: ResourceRoute,
    { labelSelector, fieldSelector }: ListQuery,
  ): Selection {
    const { selectableFields } = this.#options
    return parseSelection({ resource, namespace, labelSelector, fieldSelector, selectableFields })
  }

  #stream(
    parts: Iterable<Uint8Array>,
    { signal, fault }: Call,
    page: Page,
  ): ReadableStream<Uint8Array<ArrayBuffer>> {
    const token = {}
    const { busy } = this.#options
    busy.set(token, true)
    return bodyStream(parts, { signal, onDone: () => busy.set(token, false), cut: cutOf(fault, page) })
  }

  /** What waits here is no reason for a test to wait: it may be what the test will write next. */
  #untilFresh(revision: number, signal: AbortSignal): Promise<void> {
    const { storage, clock } = this.#options
    return untilFresh(storage, revision, clock, signal)
  }
}

/** Half of a list, or nothing of it. */
function cutOf(fault: FaultDecision['action'], { items }: Page) {
  if (fault?.type === 'end') return { afterBytes: 0 }
  if (fault?.type !== 'truncate') return undefined
  return { afterBytes: 100 + items.length * 100, error: new TypeError('terminated') }
}

/** JSON is YAML, so that the type is all that changes. */
function typed(response: Response, { mediaType }: Negotiated): Response {
  response.headers.set('Content-Type', mediaType)
  return response
}

function itemBytes(
  resource: ResourceDefinition,
  stored: StoredObject,
  { as, version }: Negotiated,
  { query }: Call,
): Uint8Array<ArrayBuffer> {
  if (as === 'PartialObjectMetadataList') throw conversionMismatch(as, resource.kind)
  const newline = encodeText('\n')
  if (as === undefined) return concat([...typedJson(resource, stored), newline])
  const includeObject = includeObjectOf(query.get('includeObject'))
  const converted =
    as === 'Table'
      ? rowTableOf(stored.object, { resource, includeObject, version }, true)
      : partialMetadata(stored.object, version)
  return concat([encodeJson(converted), newline])
}

/** The name of the path becomes a field selector, and must not contradict one that is there. */
function legacyQuery({ name }: ResourceRoute, parameters: URLSearchParams): ListQuery {
  const query = parseLegacyWatchQuery(parameters)
  if (name === '') return query
  const named = /(?:^|,)metadata\.name==?([^,]*)/.exec(query.fieldSelector)?.[1]
  if (named !== undefined && named !== name)
    throw badRequest("fieldSelector metadata.name doesn't match requested name")
  const terms = [query.fieldSelector, `metadata.name=${name}`].filter(Boolean)
  return { ...query, fieldSelector: terms.join(',') }
}
