import { asksForWatch, errorsAreProtobuf, prettyResponse, wantsPretty } from '@kube-informer/cacher/http'
import { StatusError, sleep } from '@kube-informer/core'
import type { User } from '../access/user.ts'
import { Discovery } from '../discovery/discovery.ts'
import { DroppedRequest } from '../faults/dropped-request.ts'
import type { FaultDecision } from '../faults/fault-rules.ts'
import { faultyResponse } from '../faults/faulty-response.ts'
import { statusFaultResponse } from '../faults/status-fault.ts'
import { statusResponse } from '../http/respond.ts'
import { type Route, routeOf } from '../http/route.ts'
import { verbOf } from '../kinds/allowed-methods.ts'
import type { PodLogs } from '../logs/pod-logs.ts'
import { OpenApi } from '../openapi/open-api.ts'
import { methodNotAllowed, unauthorized, watchNotSupported } from '../status/status-errors.ts'
import type { Call, ResourceRoute } from './call.ts'
import { connect, type Find, isConnection } from './connect.ts'
import { asJsonRequest, protobufResponse } from './protobuf-response.ts'
import { ReadHandler } from './read-handler.ts'
import { describeRequest, kindOf, noteOf } from './request-log.ts'
import type { RestOptions } from './rest-options.ts'
import { ReviewHandler } from './review-handler.ts'
import { checkTimeout, isTimeout } from './timeout.ts'
import { answerUnrouted } from './unrouted.ts'
import { addFirstWarning } from './warnings.ts'
import { WriteHandler } from './write-handler.ts'

/** A logged request with its fault. */
interface Admitted {
  readonly fault: FaultDecision
  readonly answered: (status: number) => void
}

const isProtobufError = (response: Response, request: Request): boolean =>
  !response.ok && errorsAreProtobuf(request.headers.get('Accept'))

/** The Kubernetes API over a storage: `(Request) => Promise<Response>`. */
export class RestHandler {
  readonly #options: RestOptions
  readonly #discovery: Discovery
  readonly #openApi: OpenApi
  readonly #reviews: ReviewHandler
  readonly #reads: ReadHandler
  readonly #writes: WriteHandler

  constructor(options: RestOptions) {
    this.#options = options
    this.#discovery = new Discovery(options.kinds)
    this.#openApi = new OpenApi(options.kinds)
    this.#reviews = new ReviewHandler(options)
    this.#reads = new ReadHandler(options)
    this.#writes = new WriteHandler(options)
  }

  async handle(request: Request, signal: AbortSignal): Promise<Response> {
    signal.throwIfAborted()
    const url = new URL(request.url)
    const route = routeOf(url.pathname, this.#options.kinds)
    const { fault, answered } = this.#admit(request, url, route)
    await this.#delay(fault.delayMs, signal)
    if (fault.action?.type === 'drop') throw new DroppedRequest()
    const { method } = request
    const json = asJsonRequest(request, route)
    const call: Call = {
      request: json ?? request,
      sendsProtobuf: json?.headers.get('Accept') === 'application/json',
      method,
      query: url.searchParams,
      signal,
      fault: fault.action,
    }
    const response = await this.#answerOrStatus(route, call)
    const deprecation = route.type === 'resource' && route.kind.deprecation
    if (deprecation && !isRejectedEarly(response, call)) addFirstWarning(response, deprecation)
    answered(response.status)
    const isWatch = route.type === 'resource' && method === 'GET' && isWatchPath(route, call)
    const isLog = route.type === 'resource' && response.ok && this.#logsOf(route) !== undefined
    // Streams are not indented.
    const whole =
      !isWatch && !isLog && wantsPretty(request, call.query) ? await prettyResponse(response) : response
    const encoded =
      (json && whole.ok && !isLog) || isProtobufError(whole, request)
        ? await protobufResponse(whole, isWatch)
        : whole
    const { clock, busy } = this.#options
    const isProtobuf = json !== undefined
    return faultyResponse(encoded, { request, decision: fault, isWatch, isProtobuf, isLog, clock, busy })
  }

  async #answerOrStatus(route: Route, call: Call): Promise<Response> {
    try {
      return await this.#answer(route, call)
    } catch (error) {
      if (error instanceof StatusError) return statusResponse(error, call.request)
      throw error
    }
  }

  /** Logs the request and decides its fault. */
  #admit(request: Request, { pathname: path, searchParams: query }: URL, route: Route): Admitted {
    const { method } = request
    const kind = route.type === 'resource' ? requestKind(route, method, query) : 'other'
    const resource = route.type === 'resource' ? route.resource.plural : undefined
    const answered = this.#options.log.add({
      method,
      path,
      kind,
      resource,
      query: Object.fromEntries(query),
      resourceVersion: query.get('resourceVersion') ?? '',
      at: this.#options.clock.now(),
      text: describeRequest(method, path, route, kind),
      note: noteOf(path, route),
    })
    const fault = this.#options.faults.decide({ method, path, watch: kind === 'watch', resource })
    return { fault, answered }
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
    if (hasDeadline(route, call)) checkTimeout(call.query)
    const sender = this.#options.auth.senderOf(call.request)
    if (!sender) throw unauthorized()
    if (call.fault?.type === 'status') return statusFaultResponse(call.fault)
    const user = this.#options.access.admit(route, call.request, sender)
    switch (route.type) {
      case 'discovery':
        return this.#discovery.answer(route.path, call.request)
      case 'openapi':
        return this.#openApi.answer(route.path, call.request)
      case 'resource':
        return this.#onResource(route, call, user)
      default:
        return answerUnrouted(route)
    }
  }

  #onResource(route: ResourceRoute, call: Call, user: User): Response | Promise<Response> {
    if (call.method === 'GET' && isWatchPath(route, call)) {
      if (!route.kind.verbs.includes('watch')) throw watchNotSupported(route.resource)
      return this.#reads.watch(route, call)
    }
    if (call.method === 'HEAD' && !route.kind.isBuiltIn) return this.#onHead(route, call, user)
    if (route.legacyWatch || verbOf(call.method, route) === undefined) throw methodNotAllowed()
    if (this.#reviews.handles(route)) return this.#reviews.answer(route, call, user)
    return route.name === '' ? this.#onCollection(route, call) : this.#onItem(route, call)
  }

  /** HEAD of a custom resource: a GET without the body. */
  async #onHead(route: ResourceRoute, call: Call, user: User): Promise<Response> {
    const response = await this.#onResource(route, { ...call, method: 'GET' }, user)
    await response.body?.cancel()
    return new Response(null, response)
  }

  async #onCollection(route: ResourceRoute, call: Call): Promise<Response> {
    if (call.method === 'GET') return this.#reads.list(route, call)
    if (call.method === 'POST') return this.#writes.create(route, call)
    if (call.method === 'DELETE')
      return this.#writes.deleteCollection(route, call, await this.#reads.page(route, call))
    throw methodNotAllowed()
  }

  readonly #find: Find = (resource, namespace, name) =>
    this.#options.writes.get({ resource, namespace, name }).object

  /** The logs that answer a path; undefined for other paths, and without the controller. */
  #logsOf({ resource, subresource }: ResourceRoute): PodLogs | undefined {
    return resource.plural === 'pods' && subresource === 'log' ? this.#options.logs : undefined
  }

  #onItem(route: ResourceRoute, call: Call): Response | Promise<Response> {
    if (route.subresource === 'scale') return this.#writes.scale(route, call)
    const logs = call.method === 'GET' ? this.#logsOf(route) : undefined
    if (logs)
      return logs.answer(this.#find(route.resource, route.namespace, route.name), call.query, call.signal)
    if (isConnection(route)) return connect(route, call, this.#find)
    switch (call.method) {
      case 'GET':
        return this.#reads.get(route, call)
      case 'PUT':
        return this.#writes.replace(route, call)
      case 'PATCH':
        return this.#writes.patch(route, call)
      case 'DELETE':
        return this.#writes.delete(route, call)
      case 'POST':
        return this.#writes.act(route, call)
      default:
        throw methodNotAllowed()
    }
  }
}

/**
 * Whether a real server's filters or router reject the request, before it reaches the kind's handler and its
 * deprecation warning.
 */
const isRejectedEarly = ({ status }: Response, { method, query }: Call): boolean =>
  status === 405 || (status === 415 && method === 'PATCH') || (status === 400 && !isTimeout(query))

/** Whether a real server ends the request at a deadline: all except streams, and paths that it cannot even parse. */
const hasDeadline = (route: Route, call: Call): boolean =>
  route.type === 'resource' ? !isWatchPath(route, call) && !isConnection(route) : route.type !== 'unreadable'

/** `watch` is ignored for a single object, except under a legacy watch path. */
const isWatchPath = (route: ResourceRoute, { query }: Pick<Call, 'query'>): boolean =>
  route.legacyWatch || (route.name === '' && asksForWatch(query))

const requestKind = (
  route: ResourceRoute,
  method: string,
  query: URLSearchParams,
): ReturnType<typeof kindOf> =>
  kindOf(method, route.name !== '' && !route.legacyWatch, isWatchPath(route, { query }))
