import type { MemberPath } from '../api/field-path.ts'
import { type FieldSelector, fieldSelectorText } from '../api/field-selector.ts'
import { type LabelSelectorOption, labelSelectorText } from '../api/label-selector.ts'
import type {
  ListContext,
  ListerWatcher,
  ListOptions,
  WatchContext,
  WatchOptions,
} from '../api/lister-watcher.ts'
import type { KubernetesObject, List, WatchEvent } from '../api/object.ts'
import type { ObjectAccess } from '../api/object-access.ts'
import { describeLocation, type ResourceDefinition } from '../api/resource.ts'
import type { Row } from '../api/row.ts'
import { loadModule } from '../protobuf/load-protobuf.ts'
import { hasBytes } from '../row/read-body.ts'
import { rowAccess } from '../row/read-row.ts'
import type { Encoding, RowForm } from './collections/encodings.ts'
import { METADATA_ACCEPT } from './collections/metadata-accept.ts'
import { countAhead } from './count-ahead.ts'
import { type ItemDecoder, objectDecoder, rowDecoder } from './decoding/item-decoder.ts'
import type { InformerClient } from './kube-client.ts'
import { asMetadata, type PartialObjectMetadata } from './partial-object-metadata.ts'
import { readsGzipMembers } from './watches/host.ts'
import type { OpenWatchOptions, WatchTransport } from './watches/watch-transports.ts'

/** What is listed and watched, and how much of each object is kept. `TField` is what the resource's field selectors may name, `T` its objects. */
export interface ListWatchOptions<TField extends string = string, T = unknown> {
  /** Absent for all namespaces, or for a cluster-scoped resource. */
  readonly namespace?: string | undefined
  /** As text, as the labels of the objects (`{ app: 'web' }`), or as `{ matchLabels, matchExpressions }`. */
  readonly labelSelector?: LabelSelectorOption | undefined
  /** As text, or as an object: `{ 'status.phase': 'Running', 'spec.nodeName': { not: '' } }`. */
  readonly fieldSelector?: string | FieldSelector<TField> | undefined
  /** Paths cut out of the text before it is parsed. @default ['metadata.managedFields'] */
  readonly trim?: readonly MemberPath<T>[] | undefined
  /**
   * The reverse of `trim`: only these paths and the identifying members (kind, apiVersion, metadata.name, .namespace,
   * .uid and .resourceVersion) are kept. A map of which all entries are cut out is empty; in a row of protobuf, it is
   * absent. @default everything is kept
   */
  readonly pick?: readonly MemberPath<T>[] | undefined
  /**
   * Whether equal parts of several objects, such as the containers of a ReplicaSet's Pods, share one frozen value, which
   * saves most of the memory and parsing. Writing to such a part throws; `structuredClone` returns a writable copy. Applies
   * to objects only, since a row is text. @default true; false for an informer with a `transform`
   */
  readonly share?: boolean | undefined
  /**
   * Whether to request the number of objects while a long initial list without pages arrives, so that its progress has an
   * `expected` count. Costs one small request. @default false
   */
  readonly countAhead?: boolean | undefined
  /** Whether to request metadata only, which saves traffic, parsing and memory. @default false */
  readonly metadataOnly?: boolean | undefined
  /** The encoding in which rows are requested. @default the client's */
  readonly encoding?: Encoding | undefined
  /** How watches are opened. @default the client's */
  readonly watchTransport?: WatchTransport | undefined
}

/**
 * Lists and watches one resource in one scope through a client (client-go `cache.NewListWatchFromClient`).
 * With `form: 'row'` it delivers rows: the text of an object, decoded when it is read. {@link createTableListWatch} delivers
 * what `kubectl get` shows.
 *
 * @example
 * const listerWatcher = createListWatch(client, pods, { namespace: 'default' })
 */
export function createListWatch<TField extends string>(
  client: InformerClient,
  resource: ResourceDefinition<KubernetesObject, TField>,
  options: ListWatchOptions<NoInfer<TField>> & { readonly form?: 'object'; readonly metadataOnly: true },
): ListerWatcher<PartialObjectMetadata>
export function createListWatch<TField extends string>(
  client: InformerClient,
  resource: ResourceDefinition<KubernetesObject, TField>,
  options: ListWatchOptions<NoInfer<TField>> & { readonly form: 'row'; readonly metadataOnly: true },
): ListerWatcher<Row<PartialObjectMetadata>>
export function createListWatch<T extends KubernetesObject, TField extends string = string>(
  client: InformerClient,
  resource: ResourceDefinition<T, TField>,
  options?: ListWatchOptions<NoInfer<TField>, NoInfer<T>> & { readonly form?: 'object' },
): ListerWatcher<T>
export function createListWatch<T extends KubernetesObject, TField extends string = string>(
  client: InformerClient,
  resource: ResourceDefinition<T, TField>,
  options: ListWatchOptions<NoInfer<TField>, NoInfer<T>> & { readonly form: 'row' },
): ListerWatcher<Row<T>>
export function createListWatch<T extends KubernetesObject>(
  client: InformerClient,
  resource: ResourceDefinition<T>,
  options: ListWatchOptions & { readonly form?: 'object' | 'row' } = {},
): ListerWatcher<T> | ListerWatcher<Row<T>> {
  // The server reduces the objects to another kind, at the same path.
  const shape = (options.metadataOnly ? asMetadata(resource) : resource) as ResourceDefinition<T>
  return options.form === 'row'
    ? listWatchInto(client, resource, options, rowDecoder(shape, options), {
        access: listedRows as ObjectAccess<Row<T>>,
        rows: { resource, shape, wanted: options },
      })
    : listWatchInto(
        client,
        resource,
        options,
        objectDecoder(shape, { ...options, share: options.share ?? true }),
      )
}

/** Rows from a store can be protobuf before the client has received any. */
const listedRows: ObjectAccess<Row<unknown>> = {
  ...rowAccess,
  prepare: rows => (rows.some(hasBytes) ? loadModule().then(module => module.loadKindOf(rows)) : undefined),
}

function listWatchInto<T>(
  client: InformerClient,
  resource: ResourceDefinition,
  options: ListWatchOptions,
  decoder: ItemDecoder<T>,
  { access, rows }: { readonly access?: ObjectAccess<T>; readonly rows?: RowForm } = {},
): ListerWatcher<T> {
  const { namespace, metadataOnly, share } = options
  const into = (verb: 'list' | 'watch') => ({
    namespace,
    decoder,
    rows,
    accept: metadataOnly ? METADATA_ACCEPT[verb] : undefined,
  })
  return {
    ...listWatchBy(client, resource, options, {
      list: (query, context) => client.collections.list(resource, query, { ...into('list'), ...context }),
      watch: (query, context) => client.collections.watch(resource, query, { ...into('watch'), ...context }),
    }),
    kind: metadataOnly ? 'PartialObjectMetadata' : resource.kind,
    ...(access && { access }),
    // An explicit `share` takes precedence over the needs of a transform.
    ...(share === undefined && { unshare: () => decoder.unshare?.() }),
  }
}

/** How the requests of a ListerWatcher are sent; their queries have the scope. */
export interface Requests<T> {
  list(query: ListOptions, context: ListContext): Promise<List<T>>
  watch(
    query: WatchOptions,
    context: Omit<WatchContext, keyof OpenWatchOptions> & { readonly opening: OpenWatchOptions },
  ): Promise<AsyncIterable<readonly WatchEvent<T>[]>>
}

/** A ListerWatcher that sends its requests in any form. */
export function listWatchBy<T>(
  client: InformerClient,
  resource: ResourceDefinition,
  {
    namespace,
    labelSelector,
    fieldSelector,
    countAhead: counts = false,
    metadataOnly,
    watchTransport,
  }: ListWatchOptions,
  requests: Requests<T>,
): ListerWatcher<T> {
  // Absent selectors do not replace those of a request.
  const scope = {
    ...(labelSelector && { labelSelector: labelSelectorText(labelSelector) }),
    ...(fieldSelector && { fieldSelector: fieldSelectorText(fieldSelector) }),
  }
  const selectors = Object.values(scope).filter(Boolean).join(' and ')
  const location = describeLocation(resource, { namespace })
  const list: ListerWatcher<T>['list'] = (options, context) =>
    requests.list({ ...options, ...scope }, context)
  const { watches } = client.collections
  const streamsStateBy = () => watches.streamsStateBy(watchTransport, metadataOnly)
  let stateBy: ReturnType<typeof streamsStateBy>
  return {
    description: selectors === '' ? location : `${location} with ${selectors}`,
    watchList: {
      get isSupported() {
        return client.watchListSemanticsUnsupported !== true && streamsStateBy() !== undefined
      },
      get endsAfterInitialList() {
        return stateBy === 'fetch' && !readsGzipMembers()
      },
      onTruncated: () => {
        if (stateBy) watches?.stateWasCut(stateBy)
      },
    },
    list: counts && selectors === '' ? countAhead(list) : list,
    watch: (options, { onWaiting, onYield, onHeld, ...context }) => {
      if (options.sendInitialEvents) stateBy = streamsStateBy()
      const opening = { watchTransport, onWaiting, onYield, onHeld }
      return requests.watch({ ...options, ...scope }, { ...context, opening })
    },
  }
}
