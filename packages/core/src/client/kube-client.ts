import type { KubernetesObject, List, WatchEvent } from '../api/object.ts'
import { Redactor } from '../api/redactor.ts'
import { describeLocation, type ResourceDefinition, resourcePath } from '../api/resource.ts'
import { jsonBody, sayingWhat } from './answer.ts'
import { type ItemDecoder, objectDecoder } from './item-decoder.ts'
import { readList } from './list-stream.ts'
import type { ListOptions, ListProgress, WatchOptions } from './lister-watcher.ts'
import { createObjectVerbs, type ObjectVerbs } from './object-verbs.ts'
import { createTransport, type KubeRequest, type Transport, type TransportOptions } from './transport.ts'
import type { CallOptions } from './verb-options.ts'
import { readWatch } from './watch-stream.ts'
import { type OpenWatchOptions, type WatchTransportOptions, WatchTransports } from './watch-transports.ts'

/** Options of {@link createKubeClient}. */
export interface KubeClientOptions extends TransportOptions, WatchTransportOptions {
  /** The field manager of writes; a browser would send `Mozilla`. @default 'kube-informer' */
  readonly fieldManager?: string | undefined
}

/** How a collection is read: its scope and its decoder. */
interface CollectionOptions<T> {
  readonly namespace?: string | undefined
  readonly decoder: ItemDecoder<T>
  readonly onProgress?: ((progress: ListProgress) => void) | undefined
  readonly onBytes?: ((bytes: number) => void) | undefined
  readonly onLost?: (() => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** The form to ask for. @default application/json */
  readonly accept?: string | undefined
  /** How a watch is opened. @default the client's options */
  readonly opening?: OpenWatchOptions | undefined
}

/**
 * A client of one apiserver. An error response rejects with a StatusError, a missing response with a ConnectionError, an
 * invalid response with a ProtocolError. Messages contain the request, and never a credential.
 */
export interface KubeClient extends ObjectVerbs {
  /** Set by clients whose server does not support watch-list, including fakes. */
  readonly watchListSemanticsUnsupported?: boolean
  /** How the client opens watches; shared by all its watches. */
  readonly watches?: WatchTransports
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
  /** Any request below `baseUrl`, with the client's credentials, retries and errors. */
  request(path: string, request?: KubeRequest): Promise<Response>
  /**
   * Discards the bearer token that the client holds, for example because its owner has signed out. The next request, and a
   * retry of one in flight, asks `getToken` again. Watches that are open stay open.
   */
  forgetToken(): void
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
  const watches = new WatchTransports(transport, options)
  const client: KubeClient = {
    ...createObjectVerbs(transport, options.fieldManager ?? 'kube-informer'),
    request: transport.request,
    forgetToken: () => transport.forgetToken(),
    list: (resource, { namespace, ...query } = {}, { signal } = {}) =>
      client.listInto(resource, query, { namespace, signal, decoder: objectDecoder(resource, { trim: [] }) }),
    watch: (resource, { namespace, ...query } = {}, { signal } = {}) =>
      client.watchInto(resource, query, {
        namespace,
        signal,
        decoder: objectDecoder(resource, { trim: [] }),
      }),
    listInto: (resource, query, into) => listInto(transport, resource, query, into),
    watches,
    watchInto: (resource, query, into) => watchInto(watches, resource, query, into),
  }
  return client
}

async function listInto<T>(
  transport: Transport,
  resource: ResourceDefinition,
  query: ListOptions,
  { namespace, signal, accept, opening: _, ...into }: CollectionOptions<T>,
): Promise<List<T>> {
  const what = `list ${describeLocation(resource, { namespace })}`
  const request = { query: { ...query }, signal, what, ...withAccept(accept) }
  const response = await transport.request(resourcePath(resource, { namespace }), request)
  return sayingWhat(readList(jsonBody(response, what), { ...into, signal }), what)
}

async function watchInto<T>(
  watches: WatchTransports,
  resource: ResourceDefinition,
  query: WatchOptions,
  { namespace, signal, accept, opening, ...into }: CollectionOptions<T>,
): Promise<AsyncIterable<readonly WatchEvent<T>[]>> {
  const what = `watch ${describeLocation(resource, { namespace })}`
  const redactor = new Redactor()
  const request = { query: { watch: true, ...query }, redactor, signal, what, ...withAccept(accept) }
  const body = await watches.open(resourcePath(resource, { namespace }), request, opening)
  return readWatch(body, { ...into, redactor, signal })
}

const withAccept = (accept: string | undefined): Pick<KubeRequest, 'headers'> =>
  accept === undefined ? {} : { headers: { accept } }
