import {
  createListWatch,
  fieldSelectorText,
  holdsCredentials,
  type InformerClient,
  type KubernetesObject,
  type ListWatchOptions,
  labelSelectorText,
  type ResourceDefinition,
  SharedIndexInformer,
  type SharedIndexInformerOptions,
} from '@kube-informer/core'
import { createSqlSnapshotStore, type SqlPort, type StoredCollection } from '@kube-informer/core/snapshot'

/** A resource whose informer survives eviction. */
export interface DurableResource<T extends KubernetesObject = KubernetesObject> {
  readonly resource: ResourceDefinition<T>
  /** Namespace, selectors, and what of the objects is cached. */
  readonly listWatch?: Omit<ListWatchOptions<string, T>, 'metadataOnly'> | undefined
  /** Further options of the informer, such as indexers. */
  readonly informer?:
    | Omit<SharedIndexInformerOptions<T>, 'listerWatcher' | 'snapshotStore' | 'clock' | 'random'>
    | undefined
  /**
   * Whether the objects are stored. `true` is required for resources whose name says that they hold credentials, such as
   * Secrets; otherwise the informer lists after each eviction.
   *
   * @default true, except for these
   */
  readonly persist?: boolean | undefined
}

/** What the informers of one object have in common. */
export interface DurableInformerContext
  extends Required<Pick<SharedIndexInformerOptions<KubernetesObject>, 'clock' | 'random'>> {
  readonly client: InformerClient
  readonly server: string
  readonly sql: SqlPort
}

/** The collection that is stored of a resource; undefined if none is. */
export function storedCollectionOf<T extends KubernetesObject>(
  { resource, listWatch = {}, informer = {}, persist = !holdsCredentials(resource) }: DurableResource<T>,
  server: string,
): StoredCollection | undefined {
  if (!persist) return undefined
  const { namespace, labelSelector, fieldSelector, trim, pick } = listWatch
  return {
    server,
    resource,
    namespace,
    labelSelector: labelSelector && labelSelectorText(labelSelector),
    fieldSelector: fieldSelector && fieldSelectorText(fieldSelector),
    // Another version of the application may reduce objects in another way.
    shape: JSON.stringify([trim, pick, informer.transform && String(informer.transform)]),
  }
}

export function createDurableInformer<T extends KubernetesObject>(
  declared: DurableResource<T>,
  { client, server, sql, clock, random }: DurableInformerContext,
): SharedIndexInformer<T> {
  const collection = storedCollectionOf(declared, server)
  return new SharedIndexInformer<T>({
    ...declared.informer,
    listerWatcher: createListWatch(client, declared.resource, { ...declared.listWatch, form: 'object' }),
    snapshotStore: collection && createSqlSnapshotStore<T>({ sql, collection, persist: true }),
    clock,
    random,
  })
}
