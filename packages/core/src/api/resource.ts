import type { KubernetesObject } from './object.ts'

/** Identifies a resource of the API. A plain value that can be posted to a worker. */
export interface ResourceDefinition<T extends KubernetesObject = KubernetesObject> {
  /** "" for the core group. */
  readonly group: string
  readonly version: string
  /** The lower-case plural of the URL, e.g. `pods`. */
  readonly plural: string
  readonly kind: string
  readonly namespaced: boolean
  /** Never set; carries the object's type. A method, so that a definition of any type is assignable to the general one. */
  __type?(object: T): void
}

/**
 * Defines a resource for the client, informers, worker and hooks.
 *
 * @example
 * const pods = defineResource<Pod>({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
 */
export function defineResource<T extends KubernetesObject = KubernetesObject>(
  definition: ResourceDefinition<T>,
): ResourceDefinition<T> {
  return Object.freeze({ ...definition })
}

/** `v1` or `apps/v1`. */
export const apiVersionOf = (resource: ResourceDefinition): string =>
  resource.group === '' ? resource.version : `${resource.group}/${resource.version}`

/** `pods` or `deployments.apps`, as in the server's messages. */
export const groupResource = (resource: ResourceDefinition): string =>
  resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`

/** `v1/pods` or `apps/v1/deployments`: group, version and resource (client-go's GVR). */
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

/** Describes a resource and a location in messages: `pods "web-0" in namespace "default"`. */
export function describeLocation(resource: ResourceDefinition, at: ResourceLocation = {}): string {
  const item = at.name ? ` "${at.name}"` : ''
  const subresource = at.subresource ? `/${at.subresource}` : ''
  const scope = at.namespace ? ` in namespace "${at.namespace}"` : ''
  return `${groupResource(resource)}${subresource}${item}${scope}`
}
