import { type Clock, type Random, type ResourceDefinition, StatusError, sleep } from '@kube-informer/core'
import type { FaultDecision, FaultRules } from '../faults/fault-rules.ts'
import type { Storage } from '../storage/storage.ts'
import type { Busy } from './busy.ts'
import type { Call, ResourceRoute } from './call.ts'
import { discover } from './discovery.ts'
import { asksForWatch } from './list-query.ts'
import { prettyResponse, wantsPretty } from './pretty.ts'
import { ReadHandler } from './read-handler.ts'
import { kindOf, type RequestLog } from './request-log.ts'
import { statusResponse, textResponse, valueResponse } from './respond.ts'
import { type Route, routeOf } from './route.ts'
import type { FieldsByResource } from './selectable-fields.ts'
import { failureOf, methodNotAllowed, unauthorized, unknownResource } from './status.ts'
import type { Watch } from './watch.ts'
import { WriteHandler } from './write-handler.ts'
import type { Writes } from './writes.ts'

/** What the REST surface stands on. */
export interface RestOptions {
  readonly storage: Storage
  readonly writes: Writes
  readonly resources: readonly ResourceDefinition[]
  readonly selectableFields: FieldsByResource
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

/** The Kubernetes API over a storage: `(Request) => Promise<Response>`. */
export class RestHandler {
  readonly #options: RestOptions
  readonly #reads: ReadHandler
  readonly #writes: WriteHandler

  constructor(options: RestOptions) {
    this.#options = options
    this.#reads = new ReadHandler(options)
    this.#writes = new WriteHandler(options.writes)
  }

  async handle(request: Request, signal: AbortSignal): Promise<Response> {
    signal.throwIfAborted()
    const url = new URL(request.url)
    const route = routeOf(url.pathname, this.#options.resources)
    const fault = this.#admit(request, url, route)
    await this.#delay(fault.delayMs, signal)
    if (fault.action?.type === 'drop') throw new TypeError('Failed to fetch')
    const { method } = request
    const call: Call = { request, method, query: url.searchParams, signal, fault: fault.action }
    const response = await this.#answerOrRefuse(route, call)
    // Nothing is indented that is still being made.
    const isWhole = route.type !== 'resource' || !isWatch(route, call)
    return isWhole && wantsPretty(request, call.query) ? prettyResponse(response) : response
  }

  async #answerOrRefuse(route: Route, call: Call): Promise<Response> {
    try {
      return await this.#answer(route, call)
    } catch (error) {
      if (error instanceof StatusError) return statusResponse(error, call.method)
      throw error
    }
  }

  /** Writes the request down and decides about its fault. */
  #admit(request: Request, url: URL, route: Route): FaultDecision {
    const { method } = request
    const kind = route.type === 'resource' ? requestKind(route, method, url.searchParams) : 'other'
    const resource = route.type === 'resource' ? route.resource.plural : undefined
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
        if (call.method === 'GET' && isWatch(route, call)) return this.#reads.watch(route, call)
        if (route.legacyWatch) throw methodNotAllowed()
        return route.name === '' ? this.#onCollection(route, call) : this.#onItem(route, call)
    }
  }

  #discover(path: string): Response {
    const answer = discover(path, this.#options.resources)
    if (answer === undefined) return textResponse('404 page not found\n', 404)
    return typeof answer === 'string' ? textResponse(answer) : valueResponse(answer)
  }

  #onCollection(route: ResourceRoute, call: Call): Response | Promise<Response> {
    if (call.method === 'GET') return this.#reads.list(route, call)
    if (route.resource.namespaced && route.namespace === '') throw methodNotAllowed()
    if (call.method === 'POST') return this.#writes.create(route, call)
    if (call.method === 'DELETE') return this.#writes.deleteCollection(route, this.#reads.page(route, call))
    throw methodNotAllowed()
  }

  #onItem(route: ResourceRoute, call: Call): Response | Promise<Response> {
    if (route.subresource === 'scale') return this.#writes.scale(route, call)
    switch (call.method) {
      case 'GET':
        return this.#reads.get(route, call)
      case 'PUT':
        return this.#writes.replace(route, call)
      case 'PATCH':
        return this.#writes.patch(route, call)
      case 'DELETE':
        return this.#writes.delete(route, call)
      default:
        throw methodNotAllowed()
    }
  }
}

/** On the path of one object `watch` is ignored, unless the path itself says it. */
const isWatch = (route: ResourceRoute, { query }: Pick<Call, 'query'>): boolean =>
  route.legacyWatch || (route.name === '' && asksForWatch(query))

const requestKind = (
  route: ResourceRoute,
  method: string,
  query: URLSearchParams,
): ReturnType<typeof kindOf> =>
  kindOf(method, route.name !== '' && !route.legacyWatch, isWatch(route, { query }))

function bearerToken(request: Request): string | undefined {
  return /^Bearer\s+(.+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1]
}
