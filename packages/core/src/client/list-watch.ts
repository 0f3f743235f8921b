import type { KubernetesObject } from '../api/object.ts'
import type { ObjectAccess } from '../api/object-access.ts'
import { describeLocation, type ResourceDefinition } from '../api/resource.ts'
import { type Row, rowAccess } from '../row/row.ts'
import { countAhead } from './count-ahead.ts'
import { type ItemDecoder, objectDecoder, rowDecoder } from './item-decoder.ts'
import type { KubeClient } from './kube-client.ts'
import type { ListerWatcher } from './lister-watcher.ts'
import { asMetadata, METADATA_ACCEPT, type PartialObjectMetadata } from './partial-object-metadata.ts'

/** Options of {@link createListWatch}. */
export interface ListWatchOptions {
  /** Absent for all namespaces, or for a cluster-scoped resource. */
  readonly namespace?: string | undefined
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
  /** Paths cut out of the text before it is parsed. @default ['metadata.managedFields'] */
  readonly trim?: readonly string[] | undefined
  /**
   * Whether to ask for the number of objects beside a first list that comes in one piece, so that its progress has
   * an `expected`: one more, small request. @default false
   */
  readonly countAhead?: boolean | undefined
  /** Whether to ask for metadata alone: less to send, to parse and to keep. @default false */
  readonly metadataOnly?: boolean | undefined
}

/**
 * Lists and watches one resource in one scope through a client (client-go `cache.NewListWatchFromClient`).
 * With `form: 'row'` it delivers rows: the text of an object, decoded where somebody reads it.
 *
 * @example
 * const listerWatcher = createListWatch(client, pods, { namespace: 'default' })
 */
export function createListWatch(
  client: KubeClient,
  resource: ResourceDefinition,
  options: ListWatchOptions & { readonly form?: 'object'; readonly metadataOnly: true },
): ListerWatcher<PartialObjectMetadata>
export function createListWatch(
  client: KubeClient,
  resource: ResourceDefinition,
  options: ListWatchOptions & { readonly form: 'row'; readonly metadataOnly: true },
): ListerWatcher<Row<PartialObjectMetadata>>
export function createListWatch<T extends KubernetesObject>(
  client: KubeClient,
  resource: ResourceDefinition<T>,
  options?: ListWatchOptions & { readonly form?: 'object' },
): ListerWatcher<T>
export function createListWatch<T extends KubernetesObject>(
  client: KubeClient,
  resource: ResourceDefinition<T>,
  options: ListWatchOptions & { readonly form: 'row' },
): ListerWatcher<Row<T>>
export function createListWatch<T extends KubernetesObject>(
  client: KubeClient,
  resource: ResourceDefinition<T>,
  options: ListWatchOptions & { readonly form?: 'object' | 'row' } = {},
): ListerWatcher<T> | ListerWatcher<Row<T>> {
  // The server reduces the objects; what they are of is then another kind, at the same path.
  const shape = (options.metadataOnly ? asMetadata(resource) : resource) as ResourceDefinition<T>
  return options.form === 'row'
    ? listWatchInto(
        client,
        resource,
        options,
        rowDecoder(shape, options.trim),
        rowAccess as ObjectAccess<Row<T>>,
      )
    : listWatchInto(client, resource, options, objectDecoder(shape, options.trim))
}

function listWatchInto<T>(
  client: KubeClient,
  resource: ResourceDefinition,
  { namespace, labelSelector, fieldSelector, countAhead: counts = false, metadataOnly }: ListWatchOptions,
  decoder: ItemDecoder<T>,
  access?: ObjectAccess<T>,
): ListerWatcher<T> {
  const scope = { labelSelector, fieldSelector }
  const selectors = [labelSelector, fieldSelector].filter(Boolean).join(' and ')
  const place = describeLocation(resource, { namespace })
  const into = (verb: 'list' | 'watch') => ({
    namespace,
    decoder,
    accept: metadataOnly ? METADATA_ACCEPT[verb] : undefined,
  })
  const list: ListerWatcher<T>['list'] = (options, context) =>
    client.listInto(resource, { ...options, ...scope }, { ...into('list'), ...context })
  return {
    description: selectors === '' ? place : `${place} with ${selectors}`,
    kind: metadataOnly ? 'PartialObjectMetadata' : resource.kind,
    ...(access ? { access } : {}),
    ...(client.watchListSemanticsUnsupported ? { watchListSemanticsUnsupported: true } : {}),
    list: counts && selectors === '' ? countAhead(list) : list,
    watch: (options, context) =>
      client.watchInto(resource, { ...options, ...scope }, { ...into('watch'), ...context }),
  }
}
