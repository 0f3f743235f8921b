import type { KubernetesObject } from '../api/object.ts'
import type { ObjectAccess } from '../api/object-access.ts'
import { describeLocation, type ResourceDefinition } from '../api/resource.ts'
import { type Row, rowAccess } from '../row/row.ts'
import { countAhead } from './count-ahead.ts'
import { type ItemDecoder, objectDecoder, rowDecoder } from './item-decoder.ts'
import type { KubeClient } from './kube-client.ts'
import type { ListerWatcher } from './lister-watcher.ts'

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
}

/**
 * Lists and watches one resource in one scope through a client (client-go `cache.NewListWatchFromClient`).
 * With `form: 'row'` it delivers rows: the text of an object, decoded where somebody reads it.
 *
 * @example
 * const listerWatcher = createListWatch(client, pods, { namespace: 'default' })
 */
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
  return options.form === 'row'
    ? listWatchInto(
        client,
        resource,
        options,
        rowDecoder(resource, options.trim),
        rowAccess as ObjectAccess<Row<T>>,
      )
    : listWatchInto(client, resource, options, objectDecoder(resource, options.trim))
}

function listWatchInto<T>(
  client: KubeClient,
  resource: ResourceDefinition,
  { namespace, labelSelector, fieldSelector, countAhead: counts = false }: ListWatchOptions,
  decoder: ItemDecoder<T>,
  access?: ObjectAccess<T>,
): ListerWatcher<T> {
  const scope = { labelSelector, fieldSelector }
  const selectors = [labelSelector, fieldSelector].filter(Boolean).join(' and ')
  const place = describeLocation(resource, { namespace })
  const list: ListerWatcher<T>['list'] = (options, context) =>
    client.listInto(resource, { ...options, ...scope }, { namespace, decoder, ...context })
  return {
    description: selectors === '' ? place : `${place} with ${selectors}`,
    kind: resource.kind,
    ...(access ? { access } : {}),
    list: counts && selectors === '' ? countAhead(list) : list,
    watch: (options, context) =>
      client.watchInto(resource, { ...options, ...scope }, { namespace, decoder, ...context }),
  }
}
