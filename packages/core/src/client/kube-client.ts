import type { Fetch } from '../api/clock.ts'
import { ConnectionError, isAbort, ProtocolError } from '../api/errors.ts'
import type { KubernetesObject, List, WatchEvent } from '../api/object.ts'
import {
  describeLocation,
  type ResourceDefinition,
  type ResourceLocation,
  resourcePath,
} from '../api/resource.ts'
import { type ItemDecoder, objectDecoder } from './item-decoder.ts'
import { readList } from './list-stream.ts'
import type { ListOptions, ListProgress, WatchOptions } from './lister-watcher.ts'
import { toStatusError } from './status-response.ts'
import { readWatch } from './watch-stream.ts'

/** Options of {@link createKubeClient}. */
export interface KubeClientOptions {
  /** The apiserver's root: `https://cluster.example`, or a path of the page's own origin such as `/k8s`. */
  readonly baseUrl: string
  /** @default the host's `fetch` */
  readonly fetch?: Fetch | undefined
  /** Asked for a bearer token before the first request, and once more when the server answers 401. */
  readonly getToken?: (() => string | Promise<string>) | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Whether cookies go along. @default fetch's own, 'same-origin' */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** Who the writes are attributed to; a browser would say `Mozilla`. @default 'kube-informer' */
  readonly fieldManager?: string | undefined
}

/** A request below `baseUrl`. */
export interface KubeRequest {
  readonly method?: string
  /** Undefined members are not sent. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal | undefined
  /** What is asked, in words, for error messages. @default the method and path */
  readonly what?: string
}

/** Whatever goes along with a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/** How a collection is read: in which scope, and into what. */
export interface CollectionOptions<T> {
  readonly namespace?: string | undefined
  readonly decoder: ItemDecoder<T>
  readonly onProgress?: ((progress: ListProgress) => void) | undefined
  readonly onBytes?: ((bytes: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** The form to ask for. @default application/json */
  readonly accept?: string | undefined
}

/** Options of a deletion (meta/v1 DeleteOptions). */
export interface DeleteOptions extends CallOptions {
  readonly gracePeriodSeconds?: number | undefined
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined
}

/** How a patch is to be read. */
export type PatchType = 'merge' | 'json' | 'strategic'

const PATCH_CONTENT_TYPES: Readonly<Record<PatchType, string>> = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
}

/**
 * A client of one apiserver. A refusal rejects with a StatusError, no answer with a ConnectionError, an answer
 * in another language with a ProtocolError; all of them say what was asked, and never a credential.
 */
export interface KubeClient {
  /** Set by clients whose server cannot send a first state by watch, fakes among them. */
  readonly watchListSemanticsUnsupported?: boolean
  get<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    at: ResourceLocation,
    options?: CallOptions,
  ): Promise<T>
  /** One page, or everything when `limit` is absent. */
  list<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    options?: ListOptions & { readonly namespace?: string },
    call?: CallOptions,
  ): Promise<List<T>>
  /** Settles with the response headers; see {@link ListerWatcher}. */
  watch<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    options?: WatchOptions & { readonly namespace?: string },
    call?: CallOptions,
  ): Promise<AsyncIterable<readonly WatchEvent<T>[]>>
  create<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    object: T,
    options?: CallOptions,
  ): Promise<T>
  /** A PUT: with `metadata.resourceVersion` set, a change since then is refused as a Conflict. */
  replace<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    object: T,
    options?: CallOptions,
  ): Promise<T>
  patch<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    at: ResourceLocation,
    patch: unknown,
    options?: CallOptions & { readonly type?: PatchType },
  ): Promise<T>
  delete(resource: ResourceDefinition, at: ResourceLocation, options?: DeleteOptions): Promise<void>
  /** Any request below `baseUrl`, with the client's credentials and errors. */
  request(path: string, request?: KubeRequest): Promise<Response>
  /** `list` into another form than plain objects. */
  listInto<T>(
    resource: ResourceDefinition,
    options: ListOptions,
    into: CollectionOptions<T>,
  ): Promise<List<T>>
  /** `watch` into another form than plain objects. */
  watchInto<T>(
    resource: ResourceDefinition,
    options: WatchOptions,
    into: CollectionOptions<T>,
  ): Promise<AsyncIterable<readonly WatchEvent<T>[]>>
}

/**
 * Creates a client of one apiserver. Nothing is requested before the first call.
 *
 * @example
 * const client = createKubeClient({ baseUrl: 'https://cluster.example', getToken: () => token })
 * const { items } = await client.list(pods, { namespace: 'default' })
 */
export function createKubeClient(options: KubeClientOptions): KubeClient {
  const transport = createTransport(options)
  const fieldManager = options.fieldManager ?? 'kube-informer'

  const json = async <T>(path: string, request: KubeRequest): Promise<T> => {
    const response = await transport(path, request)
    return parseJson<T>(await sayingWhat(response.text(), request.what), response, request)
  }
  const write = <T extends KubernetesObject>(
    method: string,
    resource: ResourceDefinition,
    at: ResourceLocation,
    body: unknown,
    { signal, contentType = 'application/json' }: CallOptions & { contentType?: string } = {},
  ): Promise<T> =>
    json<T>(resourcePath(resource, at), {
      method,
      query: { fieldManager },
      headers: { 'content-type': contentType },
      body: JSON.stringify(body),
      signal,
      what: `${WRITE_VERBS[method] ?? method} ${describeLocation(resource, at)}`,
    })

  const client: KubeClient = {
    request: transport,
    get: (resource, at, { signal } = {}) =>
      json(resourcePath(resource, at), { signal, what: `get ${describeLocation(resource, at)}` }),
    list: (resource, { namespace, ...query } = {}, { signal } = {}) =>
      client.listInto(resource, query, { namespace, signal, decoder: objectDecoder(resource, []) }),
    watch: (resource, { namespace, ...query } = {}, { signal } = {}) =>
      client.watchInto(resource, query, { namespace, signal, decoder: objectDecoder(resource, []) }),
    create: (resource, object, call) =>
      write('POST', resource, { namespace: object.metadata?.namespace }, object, call),
    replace: (resource, object, call) => write('PUT', resource, placeOf(object), object, call),
    patch: (resource, at, patch, { signal, type = 'merge' } = {}) =>
      write('PATCH', resource, at, patch, { signal, contentType: PATCH_CONTENT_TYPES[type] }),
    delete: async (resource, at, { signal, ...body } = {}) => {
      await write('DELETE', resource, at, { kind: 'DeleteOptions', apiVersion: 'v1', ...body }, { signal })
    },
    listInto: async (resource, query, { namespace, signal, accept, ...into }) => {
      const what = `list ${describeLocation(resource, { namespace })}`
      const request = { query: { ...query }, signal, what, ...withAccept(accept) }
      const response = await transport(resourcePath(resource, { namespace }), request)
      return sayingWhat(readList(bodyOf(response, what), { ...into, signal }), what)
    },
    watchInto: async (resource, query, { namespace, signal, accept, ...into }) => {
      const what = `watch ${describeLocation(resource, { namespace })}`
      const request = { query: { watch: true, ...query }, signal, what, ...withAccept(accept) }
      const response = await transport(resourcePath(resource, { namespace }), request)
      return readWatch(bodyOf(response, what), { ...into, signal })
    },
  }
  return client
}

const withAccept = (accept: string | undefined): Pick<KubeRequest, 'headers'> =>
  accept === undefined ? {} : { headers: { accept } }

const WRITE_VERBS: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'replace',
  PATCH: 'patch',
  DELETE: 'delete',
}

const placeOf = ({ metadata }: KubernetesObject): ResourceLocation => ({
  namespace: metadata?.namespace,
  name: metadata?.name,
})

function bodyOf(response: Response, what: string): ReadableStream<Uint8Array> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.body || !/\bjson\b/.test(type)) {
    response.body?.cancel().catch(() => {})
    throw new ProtocolError(
      `${what}: expected JSON and got ${type === '' ? 'no content type' : type} from ${urlWithoutQuery(response.url)}; ` +
        'is baseUrl the root of an apiserver?',
    )
  }
  return response.body
}

/** What goes wrong while an answer is read does not know of itself which answer it was. */
async function sayingWhat<T>(reading: Promise<T>, what = 'the request'): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    if (cause instanceof ProtocolError) throw new ProtocolError(`${what}: ${cause.message}`, { cause })
    // That is how fetch tells that the connection is gone.
    if (cause instanceof TypeError) throw new ConnectionError(`${what}: the answer broke off`, { cause })
    throw cause
  }
}

function parseJson<T>(text: string, response: Response, { what = 'the request' }: KubeRequest): T {
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    const url = urlWithoutQuery(response.url)
    throw new ProtocolError(`${what}: the answer from ${url} is not JSON: ${text.slice(0, 120)}`, { cause })
  }
}

const urlWithoutQuery = (url: string): string => url.replace(/[?#].*$/, '')

type Transport = (path: string, request?: KubeRequest) => Promise<Response>

/** Sends requests with the credentials, asks for a new token once on 401, and turns refusals into errors. */
function createTransport({
  baseUrl,
  fetch = defaultFetch,
  getToken,
  headers,
  credentials,
}: KubeClientOptions): Transport {
  const root = baseUrl.replace(/\/+$/, '')
  let token: Promise<string> | undefined

  const currentToken = (ask: NonNullable<typeof getToken>): Promise<string> => {
    if (token) return token
    const asked = Promise.resolve().then(ask)
    token = asked
    // A refusal is not remembered: the next request asks again.
    asked.catch(() => {
      if (token === asked) token = undefined
    })
    return asked
  }

  const send = async (url: string, request: KubeRequest, what: string): Promise<Response> => {
    const authorization = getToken && { authorization: `Bearer ${await currentToken(getToken)}` }
    request.signal?.throwIfAborted()
    try {
      return await fetch(url, {
        method: request.method ?? 'GET',
        headers: { accept: 'application/json', ...headers, ...request.headers, ...authorization },
        ...(request.body === undefined ? {} : { body: request.body }),
        ...(request.signal ? { signal: request.signal } : {}),
        ...(credentials ? { credentials } : {}),
      })
    } catch (cause) {
      if (request.signal?.aborted || isAbort(cause)) throw cause
      throw new ConnectionError(
        `${what}: no answer from ${root}: the server is down or unreachable, or it refuses this page's origin (CORS)`,
        { cause },
      )
    }
  }

  return async (path, request = {}) => {
    const method = request.method ?? 'GET'
    const what = request.what ?? `${method} ${path}`
    const url = `${root}${path}${queryString(request.query)}`
    let response = await send(url, request, what)
    if (response.status === 401 && getToken) {
      await response.body?.cancel()
      token = undefined
      response = await send(url, request, what)
    }
    if (response.ok) return response
    if (response.status === 401) token = undefined
    throw await toStatusError(response, method, `${what} (${method} ${root}${path})`)
  }
}

const defaultFetch: Fetch = (url, init) => fetch(url, init)

/** `pretty=false` always: to a browser's User-Agent the server would send indented JSON. */
function queryString(query: KubeRequest['query'] = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  params.set('pretty', 'false')
  return `?${params}`
}
