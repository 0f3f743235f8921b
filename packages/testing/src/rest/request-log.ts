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
}

const KEPT = 10_000

/** The latest requests, oldest first. */
export class RequestLog {
  #requests: LoggedRequest[] = []

  get requests(): readonly LoggedRequest[] {
    return this.#requests
  }

  add(request: LoggedRequest): void {
    // A new array now and then, so that a server that runs for days keeps its memory.
    if (this.#requests.length >= 2 * KEPT) this.#requests = this.#requests.slice(-KEPT)
    this.#requests.push(request)
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
  if (method === 'GET' && !isItem && watch) return 'watch'
  const [item, collection] = BY_METHOD[method] ?? ['other', 'other']
  return isItem ? item : collection
}
