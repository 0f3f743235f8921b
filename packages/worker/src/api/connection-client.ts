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
 * The verbs of `connection.client`: those of core's client, run where the informers run. The options are the same. An
 * aborted
 * `signal` also aborts the request of the host.
 *
 * - A call carries the token of this page (`getToken`), and never that of another page of the same identity.
 * - A rejected request rejects with the server's StatusError.
 * - A call waits while there is no host, until its signal aborts or the connection ends.
 * - If the host ends while a call is in flight, the call rejects with a ConnectionError: whether a write has happened
 *   is
 * unknown. After the end of the connection every call rejects with one.
 * - A resource that the definitions do not name, and an object or options that cannot be cloned (they contain a
 *   function),
 * reject with a UsageError.
 *
 * @example
 * const pod = await connection.client.get<Pod>('pods', { namespace: 'default', name: 'web-0' })
 * await connection.client.delete('pods', { namespace: 'default', name: 'web-0' }, { gracePeriodSeconds: 0 })
 */
export interface ConnectionClient<TDefinitions = InformerDefinitions> {
  /** Reads one object, or its subresource, from the server and not from the cache. */
  get<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    at: ResourceLocation,
    options?: GetOptions,
  ): Promise<T>
  /** Lists from the server, not from the cache: one page, or everything without a `limit`. */
  list<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    options?: ListOptions & { readonly namespace?: string },
    call?: CallOptions,
  ): Promise<List<T>>
  /**
   * Creates an object; resolves with the object that the server has stored. With a `subresource` such as `eviction`,
   * creates that of the object's name.
   */
  create<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    object: T,
    options?: ObjectWriteOptions<string | undefined>,
  ): Promise<T>
  /**
   * Replaces the whole object. With `metadata.resourceVersion` set, the server rejects the write as a Conflict if the
   * object has changed since.
   */
  replace<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    object: T,
    options?: ObjectWriteOptions<string | undefined>,
  ): Promise<T>
  /** Sends a merge patch, or the patch of `type`; resolves with the patched object. */
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
  /**
   * Resolves with the object while its deletion is in progress, or with a Status of success; core's `isStatus`
   * distinguishes them.
   */
  delete<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    at: ResourceLocation,
    options?: DeleteOptions,
  ): Promise<Deletion<T>>
  /** Deletes what the selectors match; without selectors, everything. For a namespaced resource, in one namespace. */
  deleteCollection<T = KubernetesObject>(
    resource: ResourceReference<TDefinitions>,
    options?: DeleteCollectionOptions,
  ): Promise<CollectionDeletion<T>>
  /** Sets `spec.replicas` through the scale subresource; resolves with the new scale. */
  scale(
    resource: ResourceReference<TDefinitions>,
    at: ResourceLocation,
    replicas: number,
    options?: WriteOptions,
  ): Promise<Scale>
}
