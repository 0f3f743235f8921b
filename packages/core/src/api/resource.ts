import type { KubernetesObject } from './object.ts'

/**
 * Identifies a resource of the API. A plain value that can be posted to a worker.
 *
 * `TField` is what a field selector of the resource may name, and `TSubresource` names its subresources. Definitions that do not
 * say so accept any field, and may have any subresource.
 */
export interface ResourceDefinition<
  T extends KubernetesObject = KubernetesObject,
  TField extends string = string,
  TSubresource extends string = string,
> {
  /** "" for the core group. */
  readonly group: string
  readonly version: string
  /** The lower-case plural of the URL, e.g. `pods`. */
  readonly plural: string
  readonly kind: string
  readonly namespaced: boolean
  /** The lower-case singular that `kubectl` accepts, e.g. `pod`. */
  readonly singular?: string | undefined
  /** The kind of a list, e.g. `PodList`. */
  readonly listKind?: string | undefined
  /** What `kubectl` accepts in place of the plural, e.g. `po`. */
  readonly shortNames?: readonly string[] | undefined
  /** The groups of resources that it belongs to, e.g. `all`. */
  readonly categories?: readonly string[] | undefined
  /** The subresources that the server has for it, e.g. `status` and `scale`; discovery also describes each. */
  readonly subresources?: readonly (string | { readonly name: string })[] | undefined
  /** Never set; carries the object's type. A method, so that a definition of any type is assignable to the general one. */
  __type?(object: T): void
  /** Never set; carries the fields of field selectors. A method, for the same reason. */
  __fields?(field: TField): void
  /** Never set; carries the names of the subresources. A method, for the same reason. */
  __subresources?(name: TSubresource): void
}

/** A resource whose objects have a namespace. Its listers read by namespace and name. */
export interface NamespacedResource<
  T extends KubernetesObject = KubernetesObject,
  TField extends string = string,
  TSubresource extends string = string,
> extends ResourceDefinition<T, TField, TSubresource> {
  readonly namespaced: true
}

/** A resource whose objects belong to the cluster. Its listers read by name. */
export interface ClusterResource<
  T extends KubernetesObject = KubernetesObject,
  TField extends string = string,
  TSubresource extends string = string,
> extends ResourceDefinition<T, TField, TSubresource> {
  readonly namespaced: false
}

/**
 * Defines a resource for the client, informers, worker and hooks. The types of a constant's annotation are enough; without
 * one, give the type of the objects.
 *
 * @example
 * const pods = defineResource<Pod>({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
 * @example
 * const widgets: NamespacedResource<Widget, 'metadata.name' | 'metadata.namespace' | 'spec.color'> = defineResource({
 *   group: 'example.com', version: 'v1', plural: 'widgets', kind: 'Widget', namespaced: true,
 * })
 */
export function defineResource<
  T extends KubernetesObject = KubernetesObject,
  TField extends string = string,
  TSubresource extends string = string,
>(definition: NamespacedResource<T, TField, TSubresource>): NamespacedResource<T, TField, TSubresource>
export function defineResource<
  T extends KubernetesObject = KubernetesObject,
  TField extends string = string,
  TSubresource extends string = string,
>(definition: ClusterResource<T, TField, TSubresource>): ClusterResource<T, TField, TSubresource>
export function defineResource<
  T extends KubernetesObject = KubernetesObject,
  TField extends string = string,
  TSubresource extends string = string,
>(definition: ResourceDefinition<T, TField, TSubresource>): ResourceDefinition<T, TField, TSubresource>
export function defineResource<
  T extends KubernetesObject,
  TField extends string,
  TSubresource extends string,
>(definition: ResourceDefinition<T, TField, TSubresource>): ResourceDefinition<T, TField, TSubresource> {
  return Object.freeze({ ...definition })
}

/** `v1` or `apps/v1`. */
export const apiVersionOf = (resource: ResourceDefinition): string =>
  resource.group === '' ? resource.version : `${resource.group}/${resource.version}`

/**
 * `pods` or `deployments.apps`, as in the server's messages (apimachinery `schema.GroupResource.String`).
 *
 * @example groupResource(deployments) // 'deployments.apps'
 */
export const groupResource = (resource: ResourceDefinition): string =>
  resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`

/**
 * `v1/pods` or `apps/v1/deployments`: group, version and resource (client-go's GVR). Unique among the resources of a server.
 *
 * @example resourceName(deployments) // 'apps/v1/deployments'
 */
export const resourceName = (resource: ResourceDefinition): string =>
  `${apiVersionOf(resource)}/${resource.plural}`

/** Where in a collection: a namespace, an item, a subresource of it. */
export interface ResourceLocation {
  readonly namespace?: string | undefined
  readonly name?: string | undefined
  readonly subresource?: string | undefined
}

/** The URL path of a resource, from `/api` or `/apis` on, every part escaped. */
export function resourcePath(resource: ResourceDefinition, at: ResourceLocation = {}): string {
  const parts = resource.group === '' ? ['api', resource.version] : ['apis', resource.group, resource.version]
  if (resource.namespaced && at.namespace) parts.push('namespaces', at.namespace)
  parts.push(resource.plural)
  if (at.name) parts.push(at.name)
  if (at.subresource) parts.push(at.subresource)
  return `/${parts.map(encodeURIComponent).join('/')}`
}

/**
 * Describes a resource and a location in messages.
 *
 * @example describeLocation(pods, { namespace: 'default', name: 'web-0' }) // 'pods "web-0" in namespace "default"'
 */
export function describeLocation(resource: ResourceDefinition, at: ResourceLocation = {}): string {
  const item = at.name ? ` "${at.name}"` : ''
  const subresource = at.subresource ? `/${at.subresource}` : ''
  const scope = at.namespace ? ` in namespace "${at.namespace}"` : ''
  return `${groupResource(resource)}${subresource}${item}${scope}`
}
