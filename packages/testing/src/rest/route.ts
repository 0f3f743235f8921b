import type { ResourceDefinition } from '@kube-informer/core'

/** Where a path leads. */
export type Route =
  | {
      readonly type: 'resource'
      readonly resource: ResourceDefinition
      /** "" for a cluster-scoped resource, and for all namespaces. */
      readonly namespace: string
      /** "" for the collection. */
      readonly name: string
      readonly subresource: string
      /** A path under `watch`, which watches without being asked; an item there is a collection of one. */
      readonly legacyWatch: boolean
    }
  | { readonly type: 'discovery'; readonly path: string }
  /** A known API group without such a resource, version or subresource. */
  | { readonly type: 'unknown-resource' }
  /** Nothing that a server knows; answered in plain text. */
  | { readonly type: 'unknown-path' }

/** Subresources of a Namespace; any other word there is a resource within it. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize'])
const SUBRESOURCES = new Set(['', 'status', 'scale'])
const DISCOVERY = /^\/(version|healthz|livez|readyz|api|apis|api\/[^/]+|apis\/[^/]+|apis\/[^/]+\/[^/]+)\/?$/
const UNKNOWN: Route = { type: 'unknown-path' }

/** Finds the resource that a path names, among those that the server has. */
export function routeOf(pathname: string, resources: readonly ResourceDefinition[]): Route {
  if (DISCOVERY.test(pathname)) return { type: 'discovery', path: pathname.replace(/\/$/, '') }
  const segments = decodeSegments(pathname)
  if (!segments) return UNKNOWN
  const [root, ...rest] = segments
  const group = root === 'api' ? '' : root === 'apis' ? rest.shift() : undefined
  const version = rest.shift()
  if (group === undefined || version === undefined) return UNKNOWN
  const legacyWatch = rest[0] === 'watch' && rest.length > 1
  return resourceRoute({ group, version, legacyWatch }, legacyWatch ? rest.slice(1) : rest, resources)
}

function decodeSegments(pathname: string): string[] | undefined {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function resourceRoute(
  { group, version, legacyWatch }: { group: string; version: string; legacyWatch: boolean },
  segments: readonly string[],
  resources: readonly ResourceDefinition[],
): Route {
  const missing: Route = isKnownGroup(group, resources) ? { type: 'unknown-resource' } : UNKNOWN
  const { namespace, rest } = splitNamespace(segments)
  const [plural = '', name = '', subresource = '', ...more] = rest
  const resource = resources.find(
    known => known.group === group && known.version === version && known.plural === plural,
  )
  if (!resource || more.length > 0 || !SUBRESOURCES.has(subresource)) return missing
  if (namespace !== '' && !resource.namespaced) return missing
  return { type: 'resource', resource, namespace, name, subresource, legacyWatch }
}

/** A custom group answers in plain text where it does not know a resource, unlike the built-in ones. */
const isKnownGroup = (group: string, resources: readonly ResourceDefinition[]): boolean =>
  group === '' || (!group.includes('.') && resources.some(known => known.group === group))

function splitNamespace(segments: readonly string[]): { namespace: string; rest: readonly string[] } {
  const [first, namespace = '', third] = segments
  const isScope = first === 'namespaces' && third !== undefined && !NAMESPACE_SUBRESOURCES.has(third)
  return isScope ? { namespace, rest: segments.slice(2) } : { namespace: '', rest: segments }
}
