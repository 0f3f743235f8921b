import type {
  ApplyConfiguration,
  ApplyOptions,
  CallOptions,
  CollectionDeletion,
  DeleteCollectionOptions,
  DeleteOptions,
  Deletion,
  GetOptions,
  KubeRequest,
  KubernetesObject,
  List,
  ListOptions,
  ObjectName,
  ObjectWriteOptions,
  PatchOptions,
  ResourceDefinition,
  Scale,
  SubresourceObject,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from '@kube-informer/core'
import type { InformerDefinitions, ResourceName } from './definition.ts'
import type { ComparedByMembers, ResourceReference, RowOf } from './names.ts'

/**
 * The verbs of `connection.client`: those of core's client, run where the informers run. The options are the same, and
 * objects have the type of the resource. An aborted `signal` also aborts the request of the host.
 *
 * - A call carries the token of this page (`getToken`), and never that of another page of the same identity.
 * - A rejected request rejects with the server's StatusError.
 * - A call waits while there is no host, until its signal aborts or the connection ends.
 * - If the host ends while a call is in flight, the call rejects with a ConnectionError: whether a write has happened
 *   is unknown. After the end of the connection every call rejects with one.
 * - A resource that the definitions do not name, and an object or options that cannot be cloned (they contain a
 *   function), reject with a UsageError.
 *
 * @example
 * const pod = await connection.client.get('pods', 'default/web-0')
 * await connection.client.delete('pods', pod, { gracePeriodSeconds: 0 })
 */
export interface ConnectionClient<TDefinitions = InformerDefinitions> {
  /** Never set. */
  readonly __definitions?: ComparedByMembers<TDefinitions>
  /** Reads one object, or its subresource, from the server and not from the cache. */
  get<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    S extends string | undefined = string | undefined,
  >(
    resource: TResource,
    object: ObjectName,
    options?: GetOptions<S>,
  ): Promise<SubresourceObject<RowOf<TDefinitions, TResource>, S>>
  /** Lists from the server, not from the cache: one page, or everything without a `limit`. */
  list<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    resource: TResource,
    options?: ListOptions & { readonly namespace?: string },
    call?: CallOptions,
  ): Promise<List<RowOf<TDefinitions, TResource>>>
  /**
   * Creates an object; resolves with the object that the server has stored. With a `subresource` such as `eviction`,
   * creates that of the object's name.
   */
  create<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    S extends string | undefined = undefined,
  >(
    resource: TResource,
    object: CreatedObject<RowOf<TDefinitions, TResource>, S>,
    options?: ObjectWriteOptions<S>,
  ): Promise<CreatedObject<RowOf<TDefinitions, TResource>, S>>
  /**
   * Replaces the whole object. With `metadata.resourceVersion` set, the server rejects the write as a Conflict if the
   * object has changed since.
   */
  replace<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    S extends string | undefined = string | undefined,
  >(
    resource: TResource,
    object: SubresourceObject<RowOf<TDefinitions, TResource>, S>,
    options?: ObjectWriteOptions<S>,
  ): Promise<SubresourceObject<RowOf<TDefinitions, TResource>, S>>
  /** Sends a merge patch, or the patch of `type`; resolves with the patched object. */
  patch<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    S extends string | undefined = string | undefined,
  >(
    resource: TResource,
    object: ObjectName,
    patch: unknown,
    options?: PatchOptions<S>,
  ): Promise<SubresourceObject<RowOf<TDefinitions, TResource>, S>>
  /** Server-side apply; the connection's `fieldManager` owns the fields, unless the options name another. */
  apply<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    S extends string | undefined = string | undefined,
  >(
    resource: TResource,
    object: ApplyConfiguration<SubresourceObject<RowOf<TDefinitions, TResource>, S>> & KubernetesObject,
    options?: ApplyOptions<S>,
  ): Promise<SubresourceObject<RowOf<TDefinitions, TResource>, S>>
  /**
   * Resolves with the object while its deletion is in progress, or with a Status of success; core's `isStatus`
   * distinguishes them.
   */
  delete<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    resource: TResource,
    object: ObjectName,
    options?: DeleteOptions,
  ): Promise<Deletion<RowOf<TDefinitions, TResource>>>
  /** Deletes what the selectors match; without selectors, everything. For a namespaced resource, in one namespace. */
  deleteCollection<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    resource: TResource,
    options?: DeleteCollectionOptions,
  ): Promise<CollectionDeletion<RowOf<TDefinitions, TResource>>>
  /**
   * Watches from the server, not from the cache; settles with the response headers. Each array holds the events of one
   * network read, and is requested from the host when the iteration asks for it. Ends where the server ends the watch,
   * rejects with the signal's reason, and with a ConnectionError if the host ends.
   */
  watch<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    resource: TResource,
    options?: WatchOptions & { readonly namespace?: string },
    call?: CallOptions,
  ): Promise<AsyncIterable<readonly WatchEvent<RowOf<TDefinitions, TResource>>[]>>
  /**
   * Any request below `baseUrl`, with the page's own token. Settles with the response headers; the body is a stream that
   * the page reads from the host. Functions of core that take a client's `request` take this one too: `podLogs`,
   * `listTable`, `getMetadata`, `discover`.
   *
   * @example
   * const log = await podLogs(connection.client, 'default/web-0', { follow: true, signal })
   * for await (const line of readLines(log)) console.log(line)
   */
  request(path: string, request?: KubeRequest): Promise<Response>
  /** Sets `spec.replicas` through the scale subresource; resolves with the new scale. */
  scale(
    resource: ResourceReference<TDefinitions>,
    object: ObjectName,
    replicas: number,
    options?: WriteOptions,
  ): Promise<Scale>
}

/** What a create sends and returns: a subresource such as `eviction` is an object of another kind. */
export type CreatedObject<T, S extends string | undefined> = S extends string ? KubernetesObject : T
