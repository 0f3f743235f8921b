import type { ListOptions, WatchOptions } from '../api/lister-watcher.ts'
import type { KubernetesObject, List, WatchEvent } from '../api/object.ts'
import type { ResourceDefinition } from '../api/resource.ts'
import { type CollectionSource, createCollectionSource } from './collections/collection-source.ts'
import { type Encoding, Encodings } from './collections/encodings.ts'
import { type ItemDecoder, objectDecoder } from './decoding/item-decoder.ts'
import { createObjectVerbs, type ObjectVerbs } from './object-verbs.ts'
import { createTransport, type KubeRequest, type TransportOptions } from './transport/transport.ts'
import type { CallOptions } from './verb-options.ts'
import { type WatchTransportOptions, WatchTransports } from './watches/watch-transports.ts'

/** Where the apiserver is, who asks, and how requests are sent. Only `baseUrl` is required. */
export interface KubeClientOptions extends TransportOptions, WatchTransportOptions {
  /** The field manager of writes; a browser would send `Mozilla`. @default 'kube-informer' */
  readonly fieldManager?: string | undefined
  /** The encoding in which rows are requested; everything else is JSON. @default 'auto' */
  readonly encoding?: Encoding | undefined
}

/**
 * A client of one apiserver, as applications use it. Implement it to add something to the requests of another client, or to
 * answer them in a test. An error response rejects with a StatusError, a missing response with a ConnectionError, an
 * invalid response with a ProtocolError. Messages contain the request, and never a credential.
 */
export interface KubeClient extends ObjectVerbs {
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
}

/** A client that informers can use: {@link createListWatch}, `SharedInformerFactory`. */
export interface InformerClient extends KubeClient {
  readonly collections: CollectionSource
  /** Set by clients whose server does not support watch-list, including fakes. */
  readonly watchListSemanticsUnsupported?: boolean
}

/**
 * Creates a client of one apiserver. Nothing is requested before the first call.
 *
 * @example
 * const client = createKubeClient({ baseUrl: 'https://cluster.example', getToken: () => token })
 * const { items } = await client.list(pods, { namespace: 'default' })
 */
export function createKubeClient(options: KubeClientOptions): InformerClient {
  const transport = createTransport(options)
  const watches = new WatchTransports(transport, options)
  const encodings = new Encodings(transport, options.encoding)
  const collections = createCollectionSource({ transport, watches, encodings })
  return {
    ...createObjectVerbs(transport, options.fieldManager ?? 'kube-informer'),
    request: transport.request,
    forgetToken: () => transport.forgetToken(),
    list: (resource, { namespace, ...query } = {}, call) =>
      collections.list(resource, query, { ...call, namespace, decoder: wholeObjects(resource) }),
    watch: (resource, { namespace, ...query } = {}, call) =>
      collections.watch(resource, query, { ...call, namespace, decoder: wholeObjects(resource) }),
    collections,
  }
}

const wholeObjects = <T extends KubernetesObject>(resource: ResourceDefinition<T>): ItemDecoder<T> =>
  objectDecoder(resource, { trim: [] })
