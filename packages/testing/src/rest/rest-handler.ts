import { type Clock, type Random, type ResourceDefinition, StatusError, sleep } from '@kube-informer/core'
import { type FaultDecision, type FaultRules, streamFaultOf } from '../faults/fault-rules.ts'
import { concat, encodeText, typedJson } from '../storage/encode.ts'
import type { Storage } from '../storage/storage.ts'
import type { StoredObject } from '../storage/stored-object.ts'
import { bodyStream } from './body-stream.ts'
import type { Busy } from './busy.ts'
import { discover } from './discovery.ts'
import { listJson, type Page, selectPage } from './list.ts'
import { asksForWatch, parseListQuery } from './list-query.ts'
import type { AnyObject } from './merge-update.ts'
import { applyPatch } from './patch.ts'
import { parseJson, patchTypeOf, readObject } from './read-body.ts'
import { kindOf, type RequestLog } from './request-log.ts'
import { deletedStatus, jsonResponse, statusResponse, textResponse, valueResponse } from './respond.ts'
import { type Route, routeOf } from './route.ts'
import { isScalable, scaleOf, withScale } from './scale.ts'
import { parseSelection } from './selection.ts'
import { expired, failureOf, methodNotAllowed, unauthorized, unknownResource } from './status.ts'
import { Watch } from './watch.ts'
import type { Place, Preconditions, Writes } from './writes.ts'

/** What the REST surface stands on. */
export interface RestOptions {
  readonly storage: Storage
  readonly writes: Writes
  readonly resources: readonly ResourceDefinition[]
  readonly clock: Clock
  readonly random: Random
  readonly faults: FaultRules
  readonly log: RequestLog
  readonly busy: Busy
  /** With their requests: in Node, the signal of a request that was collected hears of no abort any more. */
  readonly watches: Map<Watch, Request>
  readonly watchBuffer: number
  readonly isAllowed: (token: string | undefined) => boolean
}

/** A request, read once. */
interface Call {
  readonly request: Request
  readonly method: string
  readonly query: URLSearchParams
  readonly signal: AbortSignal
  readonly fault: FaultDecision['action']
}

type ResourceRoute = Extract<Route, { type: 'resource' }>

/** Kinds whose delete answers with the object; the others answer with a Status. */
const RETURNS_DELETED = new Set(['pods', 'services', 'namespaces', 'serviceaccounts', 'resourcequotas'])

/** The Kubernetes API over a storage: `(Request) => Promise<Response>`. */
export class RestHandler {
  readonly #options: RestOptions

  constructor(options: RestOptions) {
    this.#options = options
  }

  async handle(request: Request, signal: AbortSignal): Promise<Response> {
    signal.throwIfAborted()
    const url = new URL(request.url)
    const route = routeOf(url.pathname, this.#options.resources)
    const fault = this.#admit(request, url, route)
    await this.#delay(fault.delayMs, signal)
    if (fault.action?.type === 'drop') throw new TypeError('Failed to fetch')
    const call: Call = {
      request,
      method: request.method,
      query: url.searchParams,
      signal,
      fault: fault.action,
    }
    try {
      return await this.#answer(route, call)
    } catch (error) {
      if (error instanceof StatusError) return statusResponse(error)
      throw error
    }
  }

  /** Writes the request down and decides about its fault. */
  #admit(request: Request, url: URL, route: Route): FaultDecision {
    const isItem = route.type === 'resource' && route.name !== ''
    const kind =
      route.type === 'resource' ? kindOf(request.method, isItem, asksForWatch(url.searchParams)) : 'other'
    const resource = route.type === 'resource' ? route.resource.plural : undefined
    const { method } = request
    this.#options.log.add({
      method,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      kind,
      resource,
      resourceVersion: url.searchParams.get('resourceVersion') ?? '',
      at: this.#options.clock.now(),
    })
    return this.#options.faults.decide({ method, path: url.pathname, watch: kind === 'watch', resource })
  }

  async #delay(ms: number, signal: AbortSignal): Promise<void> {
    if (ms <= 0) return
    const token = {}
    this.#options.busy.set(token, true)
    await sleep(this.#options.clock, ms, signal)
    this.#options.busy.set(token, false)
    signal.throwIfAborted()
  }

  #answer(route: Route, call: Call): Response | Promise<Response> {
    if (!this.#options.isAllowed(bearerToken(call.request))) throw unauthorized()
    if (call.fault?.type === 'status') throw failureOf(call.fault.code, call.fault.retryAfterSeconds)
    switch (route.type) {
      case 'discovery':
        return this.#discover(route.path)
      case 'unknown-resource':
        throw unknownResource()
      case 'unknown-path':
        return textResponse('404 page not found\n', 404)
      case 'resource':
        return route.name === '' ? this.#onCollection(route, call) : this.#onItem(route, call)
    }
  }

  #discover(path: string): Response {
    const answer = discover(path, this.#options.resources)
    if (answer === undefined) return textResponse('404 page not found\n', 404)
    return typeof answer === 'string' ? textResponse(answer) : valueResponse(answer)
  }

  #onCollection(route: ResourceRoute, call: Call): Response | Promise<Response> {
    if (call.method === 'GET')
      return asksForWatch(call.query) ? this.#watch(route, call) : this.#list(route, call)
    if (route.resource.namespaced && route.namespace === '') throw methodNotAllowed()
    if (call.method === 'POST') return this.#create(route, call)
    if (call.method === 'DELETE') return this.#deleteCollection(route, call)
    throw methodNotAllowed()
  }

  #onItem(route: ResourceRoute, call: Call): Response | Promise<Response> {
    if (route.subresource === 'scale') return this.#onScale(route, call)
    switch (call.method) {
      case 'GET':
        if (call.fault?.type === 'expired') throw failureOf(410)
        return this.#itemResponse(route, this.#options.writes.get(placeAt(route)))
      case 'PUT':
        return this.#replace(route, call)
      case 'PATCH':
        return this.#patch(route, call)
      case 'DELETE':
        return this.#delete(route, call)
      default:
        throw methodNotAllowed()
    }
  }

  #list(route: ResourceRoute, call: Call): Response {
    const page = this.#page(route, call)
    const token = {}
    const { busy } = this.#options
    busy.set(token, true)
    const body = bodyStream(listJson(route.resource, page), {
      signal: call.signal,
      onDone: () => busy.set(token, false),
      cut: cutOf(call.fault, page),
    })
    return jsonResponse(body)
  }

  #page({ resource, namespace }: ResourceRoute, { query, fault }: Call): Page {
    const parsed = parseListQuery(query)
    if (fault?.type === 'expired') throw expired('The resourceVersion for the provided list is too old.')
    const selects = parseSelection(namespace, parsed.labelSelector, parsed.fieldSelector)
    const { storage } = this.#options
    const target = { collection: storage.collection(resource), current: storage.current, namespace }
    return selectPage(target, { ...parsed, watch: false }, selects)
  }

  #watch({ resource, namespace }: ResourceRoute, { request, query, fault, signal }: Call): Response {
    const { storage, clock, random, busy, watches, watchBuffer } = this.#options
    const parsed = parseListQuery(query)
    if ((parsed.timeoutSeconds ?? 0) < 0) return jsonResponse(bodyStream([]))
    const token = {}
    const watch: Watch = new Watch({
      resource,
      namespace,
      query: parsed,
      selects: parseSelection(namespace, parsed.labelSelector, parsed.fieldSelector),
      collection: storage.collection(resource),
      current: () => storage.current,
      clock,
      random,
      buffer: watchBuffer,
      fault: streamFaultOf(fault),
      signal,
      onUnread: unread => busy.set(token, unread),
      onClose: () => watches.delete(watch),
    })
    watches.set(watch, request)
    return jsonResponse(watch.body)
  }

  async #create({ resource, namespace }: ResourceRoute, { request }: Call): Promise<Response> {
    const body = await readObject(request, resource)
    const stored = this.#options.writes.create(resource, namespace, body)
    return jsonResponse(objectBytes(resource, stored), 201)
  }

  async #replace(route: ResourceRoute, { request }: Call): Promise<Response> {
    const body = await readObject(request, route.resource)
    return this.#itemResponse(route, this.#options.writes.replace(placeAt(route), body, route.subresource))
  }

  async #patch(route: ResourceRoute, { request }: Call): Promise<Response> {
    const { writes } = this.#options
    const text = await request.text()
    // Read after the body came: between here and the write, nobody else can write.
    const { object } = writes.get(placeAt(route))
    const patched = applyPatch(patchTypeOf(route.resource, request), text, object) as AnyObject
    return this.#itemResponse(route, writes.replace(placeAt(route), patched, route.subresource))
  }

  async #onScale(route: ResourceRoute, { method, request }: Call): Promise<Response> {
    if (!isScalable(route.resource)) throw unknownResource()
    const { writes } = this.#options
    const place = placeAt(route)
    const text = method === 'GET' ? '' : await request.text()
    const { object } = writes.get(place)
    if (method === 'GET') return valueResponse(scaleOf(object))
    if (method !== 'PUT' && method !== 'PATCH') throw methodNotAllowed()
    const scale =
      method === 'PUT'
        ? parseJson(text)
        : applyPatch(patchTypeOf(route.resource, request), text, scaleOf(object))
    const stored = writes.replace(place, withScale(object, scale as AnyObject), '')
    return valueResponse(scaleOf(stored.object))
  }

  async #delete(route: ResourceRoute, { request }: Call): Promise<Response> {
    const text = await request.text()
    const options = text ? (parseJson(text) as { preconditions?: Preconditions }) : {}
    const { object, removed } = this.#options.writes.delete(placeAt(route), options.preconditions)
    if (!removed || RETURNS_DELETED.has(route.resource.plural)) return valueResponse(object)
    const { group, plural } = route.resource
    const { name = '', uid = '' } = object.metadata ?? {}
    return valueResponse(deletedStatus({ name, ...(group ? { group } : {}), kind: plural, uid }))
  }

  #deleteCollection(route: ResourceRoute, call: Call): Response {
    const page = this.#page(route, call)
    for (const { object } of page.items) {
      const name = object.metadata?.name ?? ''
      this.#options.writes.delete({ ...placeAt(route), name })
    }
    return jsonResponse(concat([...listJson(route.resource, page)]))
  }

  #itemResponse({ resource }: ResourceRoute, stored: StoredObject): Response {
    return jsonResponse(objectBytes(resource, stored))
  }
}

const placeAt = ({ resource, namespace, name }: ResourceRoute): Place => ({ resource, namespace, name })

const objectBytes = (resource: ResourceDefinition, stored: StoredObject) =>
  concat([...typedJson(resource, stored), encodeText('\n')])

/** Half of a list, or nothing of it. */
function cutOf(fault: FaultDecision['action'], { items }: Page) {
  if (fault?.type === 'end') return { afterBytes: 0 }
  if (fault?.type !== 'truncate') return undefined
  return { afterBytes: 100 + items.length * 100, error: new TypeError('terminated') }
}

function bearerToken(request: Request): string | undefined {
  return /^Bearer\s+(.+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1]
}
