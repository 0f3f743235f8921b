import { describeLocation } from '@kube-informer/core'
import type { Route } from '../http/route.ts'

/** The kind of a request. */
export type RequestKind =
  | 'list'
  | 'watch'
  | 'get'
  | 'create'
  | 'replace'
  | 'patch'
  | 'delete'
  | 'deletecollection'
  | 'other'

/** A request that the server received. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly kind: RequestKind
  /** The plural of the resource; undefined for other paths. */
  readonly resource: string | undefined
  /** From the query; "" if absent. */
  readonly resourceVersion: string
  /** The time of the request on the server's clock. */
  readonly at: number
  /** A description: `watch pods in namespace "default"`. */
  readonly text: string
  /** The status code; undefined before the response, and for a dropped request. */
  readonly status: number | undefined
  /** For a path that is not served: how a test can fix it. */
  readonly note: string | undefined
}

/** A logged request whose status is not known yet. */
type Answered = { -readonly [Name in keyof LoggedRequest]: LoggedRequest[Name] }

const KEPT = 10_000

/** The latest requests, oldest first. */
export class RequestLog {
  #requests: LoggedRequest[] = []

  get requests(): readonly LoggedRequest[] {
    return this.#requests
  }

  /** @returns a function that sets the status code */
  add(request: Omit<LoggedRequest, 'status'>): (status: number) => void {
    // Copies the array occasionally, so that memory stays bounded.
    if (this.#requests.length >= 2 * KEPT) this.#requests = this.#requests.slice(-KEPT)
    const logged: Answered = { ...request, status: undefined }
    this.#requests.push(logged)
    return status => {
      logged.status = status
    }
  }
}

const BY_METHOD: Readonly<Record<string, readonly [item: RequestKind, collection: RequestKind]>> = {
  GET: ['get', 'list'],
  POST: ['other', 'create'],
  PUT: ['replace', 'other'],
  PATCH: ['patch', 'other'],
  DELETE: ['delete', 'deletecollection'],
}

/** The request kind of a method on an item or a collection. */
export function kindOf(method: string, isItem: boolean, watch: boolean): RequestKind {
  if (method === 'GET' && watch) return 'watch'
  const [item, collection] = BY_METHOD[method] ?? ['other', 'other']
  return isItem ? item : collection
}

/** A text description of a request. */
export function describeRequest(method: string, path: string, route: Route, kind: RequestKind): string {
  if (route.type !== 'resource') return `${method} ${path}`
  const { resource, namespace, name, subresource } = route
  const verb = kind === 'other' ? method : kind
  return `${verb} ${describeLocation(resource, { namespace, name, subresource })}`
}

/** How a test can fix a path that is not served. */
export function noteOf(path: string, route: Route): string | undefined {
  if (route.type !== 'unknown-path' && route.type !== 'unknown-resource') return undefined
  return `nothing is served at ${path}: add the resource to createFakeApiserver({ resources }), create its CustomResourceDefinition, or check the version, the plural and the namespace in the path`
}
