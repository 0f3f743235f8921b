import { describeLocation } from '@kube-informer/core/internal'
import type { Route } from '../http/route.ts'

/** What kind of request it was. */
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

/** One request that reached the server. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly kind: RequestKind
  /** The plural of the resource, where the path names one. */
  readonly resource: string | undefined
  /** The query's, "" when absent. */
  readonly resourceVersion: string
  /** When it came, by the server's clock. */
  readonly at: number
  /** In words: `watch pods in namespace "default"`. */
  readonly text: string
  /** The code of the answer; undefined while there is none, and where a fault lets there be none. */
  readonly status: number | undefined
  /** Where the request went wrong in a way that a test can mend: what to do. */
  readonly note: string | undefined
}

/** The answer to a request, once it is known. */
type Answered = { -readonly [Name in keyof LoggedRequest]: LoggedRequest[Name] }

const KEPT = 10_000

/** The latest requests, oldest first. */
export class RequestLog {
  #requests: LoggedRequest[] = []

  get requests(): readonly LoggedRequest[] {
    return this.#requests
  }

  /** @returns what sets the code of the answer */
  add(request: Omit<LoggedRequest, 'status'>): (status: number) => void {
    // A new array now and then, so that a server that runs for days keeps its memory.
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

/** Names what a method means on an item or a collection. */
export function kindOf(method: string, isItem: boolean, watch: boolean): RequestKind {
  if (method === 'GET' && watch) return 'watch'
  const [item, collection] = BY_METHOD[method] ?? ['other', 'other']
  return isItem ? item : collection
}

/** What a request asks for, in words. */
export function describeRequest(method: string, path: string, route: Route, kind: RequestKind): string {
  if (route.type !== 'resource') return `${method} ${path}`
  const { resource, namespace, name, subresource } = route
  const verb = kind === 'other' ? method : kind
  return `${verb} ${describeLocation(resource, { namespace, name, subresource })}`
}

/** What a test can do about a path that leads to nothing. */
export function noteOf(path: string, route: Route): string | undefined {
  if (route.type !== 'unknown-path' && route.type !== 'unknown-resource') return undefined
  return `nothing is served at ${path}: name the resource in createFakeApiserver({ resources }), or create its CustomResourceDefinition, or mind the version, the plural and whether it is namespaced`
}
