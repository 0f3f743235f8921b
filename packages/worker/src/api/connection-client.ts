import type {
  ApplyConfiguration,
  ApplyOptions,
  CallOptions,
  CollectionDeletion,
  DeleteCollectionOptions,
  DeleteOptions,
  Deletion,
  GetOptions,
  KubernetesObject,
  List,
  ListOptions,
  ObjectWriteOptions,
  PatchOptions,
  ResourceDefinition,
  ResourceLocation,
  Scale,
  WriteOptions,
} from '@kube-informer/core'
import type { InformerDefinitions, ResourceName } from './definition.ts'

/** A resource of the definition by name, or any other. */
export type ResourceReference<TDefinitions> = ResourceName<TDefinitions> | ResourceDefinition

/**
 * The verbs of `connection.client`: those of core's client, run where the informers are. Options are the same, the `signal`
 * included, which ends the request over there.
 *
 * - A refusal rejects with the server's StatusError.
 * - A call waits while there is no host, until its signal aborts or the connection ends.
 * - If the host dies while a call is under way, it rejects with a ConnectionError: whether a write has happened is unknown.
 *   After the connection's end every call rejects with one.
 * - A resource that the definitions do not name, and an object or options that cannot be sent (a function is in them),
 *   reject with a UsageError.
 *
 * @example
 * const pod = await connection.client.get<Pod>('pods', { namespace: 'default', name: 'web-0' })
 * await connection.client.delete('pods', { namespace: 'default', name: 'web-0' }, { gracePeriodSeconds: 0 })
 */
export interface ConnectionClient<TDefinitions = InformerDefinitions> {
  /** One object, or its subresource, from the server and not from the cache. */
  get<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    at: ResourceLocation,
    options?: GetOptions,
  ): Promise<T>
  /** Asks the server, not the cache: one page, or everything without a `limit`. */
  list<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    options?: ListOptions & { readonly namespace?: string },
    call?: CallOptions,
  ): Promise<List<T>>
  /** Answers the object as the server has made it. With a `subresource` such as `eviction`, to that of the object's name. */
  create<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    object: T,
    options?: ObjectWriteOptions<string | undefined>,
  ): Promise<T>
  /** The whole object anew. With `metadata.resourceVersion` set, a change since then is refused as a Conflict. */
  replace<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    object: T,
    options?: ObjectWriteOptions<string | undefined>,
  ): Promise<T>
  /** A merge patch, unless `type` says otherwise; answers the object as it is then. */
  patch<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    at: ResourceLocation,
    patch: unknown,
    options?: PatchOptions,
  ): Promise<T>
  /** Server-side apply; the connection's `fieldManager` owns the fields, unless the options name another. */
  apply<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    object: ApplyConfiguration<T> & KubernetesObject,
    options?: ApplyOptions<string | undefined>,
  ): Promise<T>
  /** Answers what is deleted, where that takes its time, or a Status of success; core's `isStatus` tells which. */
  delete<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    at: ResourceLocation,
    options?: DeleteOptions,
  ): Promise<Deletion<T>>
  /** Deletes what the selectors match, and without any everything; of a namespaced resource, in one namespace. */
  deleteCollection<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    options?: DeleteCollectionOptions,
  ): Promise<CollectionDeletion<T>>
  /** Sets `spec.replicas` through the scale subresource; answers the new scale. */
  scale(
    resource: ResourceReference<TDefinitions>,
    at: ResourceLocation,
    replicas: number,
    options?: WriteOptions,
  ): Promise<Scale>
}
