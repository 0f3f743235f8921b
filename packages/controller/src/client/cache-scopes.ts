import {
  fieldSelectorText,
  type KubernetesObject,
  labelSelectorText,
  type ResourceDefinition,
  resourceName,
  UsageError,
} from '@kube-informer/core'
import type { CacheNamespaces, CacheOptions, CacheScope, ResourceCacheOptions } from './cache-options.ts'

/** One informer's part of a resource, with all defaults. */
export interface ResolvedScope {
  /** "" for all namespaces, or for all that no other scope names. */
  readonly namespace: string
  /** "" for all. */
  readonly labelSelector: string
  /** "" for all. */
  readonly fieldSelector: string
  readonly transform: ((object: KubernetesObject) => KubernetesObject) | undefined
}

/**
 * The scopes of a resource (controller-runtime `defaultOpts`). Each setting of a namespace comes from the namespace
 * itself, else from the resource, else from the default namespace of that name, else from the defaults.
 */
export function scopesOf(resource: ResourceDefinition, options: CacheOptions): readonly ResolvedScope[] {
  const own = optionsOf(resource, options)
  if (own?.namespaces && !resource.namespaced) {
    throw new UsageError(
      `type ${resourceName(resource)} is not namespaced, but its namespaces setting is not undefined`,
    )
  }
  const defaults: CacheScope = {
    labelSelector: options.defaultLabelSelector,
    fieldSelector: options.defaultFieldSelector,
    ...(options.defaultTransform && { transform: options.defaultTransform }),
  }
  const namespaces = resource.namespaced ? (own?.namespaces ?? options.defaultNamespaces ?? {}) : {}
  const names = Object.keys(namespaces)
  if (names.length === 0) return [resolve('', names, [own, defaults])]
  return names.map(name => resolve(name, names, [namespaces[name], own, defaultOf(name, options), defaults]))
}

/** The options of one resource, in whichever form it is read. */
export const optionsOf = (
  resource: ResourceDefinition,
  { resources = [] }: CacheOptions,
): ResourceCacheOptions | undefined =>
  resources.find(each => resourceName(each.resource) === resourceName(resource))

const defaultOf = (name: string, { defaultNamespaces = {} }: CacheOptions): CacheScope | undefined =>
  Object.hasOwn(defaultNamespaces, name) ? defaultNamespaces[name] : undefined

function resolve(
  namespace: string,
  names: readonly (keyof CacheNamespaces)[],
  sources: readonly (CacheScope | undefined)[],
): ResolvedScope {
  const first = <K extends keyof CacheScope>(member: K): CacheScope[K] =>
    sources.find(source => source?.[member] !== undefined)?.[member]
  const others = namespace === '' ? names.filter(name => name !== '').sort() : []
  const fields = [
    ...others.map(name => `metadata.namespace!=${name}`),
    fieldSelectorText(first('fieldSelector') ?? ''),
  ]
  return {
    namespace,
    labelSelector: labelSelectorText(first('labelSelector') ?? ''),
    fieldSelector: fields.filter(Boolean).join(','),
    transform: first('transform'),
  }
}
