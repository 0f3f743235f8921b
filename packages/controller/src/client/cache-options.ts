import type {
  Clock,
  FieldSelector,
  InformerClient,
  KubernetesObject,
  LabelSelectorOption,
  Random,
  ResourceDefinition,
} from '@kube-informer/core'

/**
 * What an informer of the cache reads, and in which form (controller-runtime `cache.Config`). `TField` is what the
 * resource's field selectors may name.
 */
export interface CacheScope<T = KubernetesObject, TField extends string = string> {
  /** Only objects with these labels are cached. @default all */
  readonly labelSelector?: LabelSelectorOption | undefined
  /** Only objects with these fields are cached; servers support few of them. @default all */
  readonly fieldSelector?: string | FieldSelector<TField> | undefined
  /**
   * Applied to each object before it is cached; may change it in place. The uid and the resourceVersion stay, because reads
   * compare them with the client's own writes. A method, so that options of one resource are also options of any.
   * @default none
   */
  transform?(object: T): T
}

/**
 * Scopes by namespace. The member `""` stands for all namespaces; beside others it stands for all but them, by the field
 * selector `metadata.namespace!=…`.
 */
export type CacheNamespaces<T = KubernetesObject, TField extends string = string> = Readonly<
  Record<string, CacheScope<T, TField>>
>

/** How one resource is cached (controller-runtime `cache.ByObject`). */
export interface ResourceCacheOptions<
  T extends KubernetesObject = KubernetesObject,
  TField extends string = string,
> extends CacheScope<T, NoInfer<TField>> {
  readonly resource: ResourceDefinition<T, TField>
  /** The namespaces to read. Not for cluster-scoped resources. @default those of the cache */
  readonly namespaces?: CacheNamespaces<T, NoInfer<TField>> | undefined
  /** @default the cache's */
  readonly syncPeriodMs?: number | undefined
}

/** Options of `createCache` (controller-runtime `cache.Options`). */
export interface CacheOptions {
  readonly client: InformerClient
  /**
   * How often handlers receive every object again, so that a controller repairs what it has missed. Each informer's
   * period differs by up to 10 %. 0 for never. @default 36_000_000, ten hours
   */
  readonly syncPeriodMs?: number | undefined
  /** The namespaces to read; cluster-scoped resources are read anyway. @default all */
  readonly defaultNamespaces?: CacheNamespaces | undefined
  /** Where a resource or namespace has no label selector of its own. @default all */
  readonly defaultLabelSelector?: LabelSelectorOption | undefined
  /** Where a resource or namespace has no field selector of its own. @default all */
  readonly defaultFieldSelector?: string | FieldSelector | undefined
  /** Where a resource or namespace has no transform of its own. @default none */
  readonly defaultTransform?: ((object: KubernetesObject) => KubernetesObject) | undefined
  /** Options of single resources. They apply to the metadata-only form, too. */
  readonly resources?: readonly ResourceCacheOptions[] | undefined
  /** Whether a read of a resource without an informer is an error, instead of the start of one. @default false */
  readonly readerFailOnMissingInformer?: boolean | undefined
  /** Whether to request initial lists by watch; see core's `ReflectorOptions`. @default false */
  readonly watchList?: boolean | undefined
  /** Called when a list fails or a watch is rejected; the informer retries. */
  readonly onWatchError?: ((resource: ResourceDefinition, error: unknown) => void) | undefined
  /** Receives errors of handlers, with the handler's name. @default they are ignored */
  readonly onHandlerError?: ((error: unknown, handlerName: string) => void) | undefined
  /** @default the host's clock */
  readonly clock?: Clock | undefined
  /** @default Math.random */
  readonly random?: Random | undefined
}
