import type { KubernetesObject, List, WatchEvent } from '../api/object.ts'
import { Redactor } from '../api/redactor.ts'
import { describeLocation, type ResourceDefinition, resourcePath } from '../api/resource.ts'
import { jsonBody, sayingWhat } from './answer.ts'
import { type Encoding, Encodings, isInProtobuf, type RowForm } from './encodings.ts'
import { type ItemDecoder, objectDecoder } from './item-decoder.ts'
import { type ItemParser, readList } from './list-stream.ts'
import type { ListOptions, ListProgress, WatchOptions } from './lister-watcher.ts'
import { createObjectVerbs, type ObjectVerbs } from './object-verbs.ts'
import { redactedStatus } from './status-text.ts'
import { createTransport, type KubeRequest, type Transport, type TransportOptions } from './transport.ts'
import type { CallOptions } from './verb-options.ts'
import { type EventParser, readWatch } from './watch-stream.ts'
import { type OpenWatchOptions, type WatchTransportOptions, WatchTransports } from './watch-transports.ts'

/** Options of {@link createKubeClient}. */
export interface KubeClientOptions extends TransportOptions, WatchTransportOptions {
  /** The field manager of writes; a browser would send `Mozilla`. @default 'kube-informer' */
  readonly fieldManager?: string | undefined
  /** The encoding in which rows are requested; everything else is JSON. @default 'auto' */
  readonly encoding?: Encoding | undefined
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
  /** Set if the decoder makes rows, which can also be made of protobuf. */
  readonly rows?: RowForm | undefined
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
  const encodings = new Encodings(transport, options.encoding)
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
    listInto: (resource, query, into) => listInto({ transport, encodings }, resource, query, into),
    watches,
    watchInto: (resource, query, into) => watchInto({ watches, encodings }, resource, query, into),
  }
  return client
}

async function listInto<T>(
  { transport, encodings }: { readonly transport: Transport; readonly encodings: Encodings },
  resource: ResourceDefinition,
  query: ListOptions,
  { namespace, signal, accept, rows, opening: _, ...into }: CollectionOptions<T>,
): Promise<List<T>> {
  const what = `list ${describeLocation(resource, { namespace })}`
  const [body, protobuf] = await encodings.request(rows, 'list', signal, async offer => {
    const headers = withAccept(offer?.accept ?? accept)
    const request = { query: { ...query }, signal, what, headers }
    return jsonBody(await transport.request(resourcePath(resource, { namespace }), request), what, offer)
  })
  // Where there is `protobuf`, there are `rows`, and the decoder makes rows, too.
  const parserOf = (first: Uint8Array) =>
    (isInProtobuf(first) ? protobuf?.listParser(rows as RowForm) : undefined) as ItemParser<T> | undefined
  return sayingWhat(readList(body, { ...into, parserOf, signal }), what)
}

async function watchInto<T>(
  { watches, encodings }: { readonly watches: WatchTransports; readonly encodings: Encodings },
  resource: ResourceDefinition,
  query: WatchOptions,
  { namespace, signal, accept, rows, opening, ...into }: CollectionOptions<T>,
): Promise<AsyncIterable<readonly WatchEvent<T>[]>> {
  const what = `watch ${describeLocation(resource, { namespace })}`
  const redactor = new Redactor()
  const request = { query: { watch: true, ...query }, redactor, signal, what, headers: withAccept(accept) }
  const [body, protobuf] = await encodings.request(rows, 'watch', signal, offer =>
    watches.open(resourcePath(resource, { namespace }), { ...request, offer }, opening),
  )
  const readStatus = redactedStatus(redactor)
  const parserOf = (first: Uint8Array) =>
    (isInProtobuf(first) ? protobuf?.watchParser(rows as RowForm, readStatus) : undefined) as
      | EventParser<T>
      | undefined
  return readWatch(body, { ...into, parserOf, redactor, signal })
}

const withAccept = (accept: string | undefined): KubeRequest['headers'] =>
  accept === undefined ? undefined : { accept }
