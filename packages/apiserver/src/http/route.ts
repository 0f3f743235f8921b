import type { ResourceDefinition } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import type { Kinds } from '../kinds/kinds.ts'

/** The target of a path. */
export type Route =
  | {
      readonly type: 'resource'
      readonly kind: Kind
      /** The kind's resource. */
      readonly resource: ResourceDefinition
      /** "" for a cluster-scoped resource and for all namespaces. */
      readonly namespace: string
      /** "" for the collection. */
      readonly name: string
      readonly subresource: string
      /** A path under `/watch/`, which watches without a query parameter; for an item, the watch has one object. */
      readonly legacyWatch: boolean
    }
  /** Information about the server: APIs, version, health. */
  | { readonly type: 'discovery'; readonly path: string }
  | { readonly type: 'openapi'; readonly path: string }
  /** A known API group without such a resource, version or subresource. */
  | { readonly type: 'unknown-resource' }
  /** A custom resource has no such subresource; the Status error names the object, whether or not it exists. */
  | { readonly type: 'unknown-subresource'; readonly resource: ResourceDefinition; readonly name: string }
  /** An invalid name, or a missing namespace. */
  | { readonly type: 'invalid-name'; readonly message: string }
  /** A `watch` or `proxy` prefix without a resource. */
  | { readonly type: 'unreadable'; readonly path: string }
  /** An unknown path, answered in plain text. */
  | { readonly type: 'unknown-path' }

/** Subresources of a Namespace; any other segment there is a resource in the namespace. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize'])
const DISCOVERY =
  /^\/(version\/?|(healthz|livez|readyz)(\/[^/]+)?|api\/?|apis\/?|api\/[^/]+\/?|apis\/[^/]+\/?|apis\/[^/]+\/[^/]+\/?)?$/
const OPENAPI = /^\/openapi\/v[23](\/.*)?$/
const UNKNOWN: Route = { type: 'unknown-path' }

/** Finds the resource that a path names among the served kinds. */
export function routeOf(pathname: string, kinds: Kinds): Route {
  const path = decoded(pathname)
  if (path === undefined || path.startsWith('//')) return UNKNOWN
  if (DISCOVERY.test(path)) return { type: 'discovery', path: path.replace(/(?<=.)\/$/, '') }
  if (OPENAPI.test(path)) return { type: 'openapi', path: path.replace(/\/$/, '') }
  const [root, ...rest] = path.replace(/^\/|\/+$/g, '').split('/')
  const group = root === 'api' ? '' : root === 'apis' ? rest.shift() || undefined : undefined
  const version = rest.shift()
  if (group === undefined || version === undefined) return UNKNOWN
  const prefixes = rest[0] === 'watch' || rest[0] === 'proxy'
  if (prefixes && rest.length === 1) return { type: 'unreadable', path: pathname }
  const legacyWatch = rest[0] === 'watch'
  return resourceRoute({ group, version, segments: legacyWatch ? rest.slice(1) : rest, legacyWatch }, kinds)
}

/** Decodes the path before it is split, so that an escaped slash separates segments. */
function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}

interface ResourcePath {
  readonly group: string
  readonly version: string
  readonly segments: readonly string[]
  readonly legacyWatch: boolean
}

function resourceRoute({ group, version, segments, legacyWatch }: ResourcePath, kinds: Kinds): Route {
  // Groups of custom resources answer in plain text for an unknown resource; built-in groups answer with a Status.
  const missing: Route = kinds.isBuiltInGroup(group) ? { type: 'unknown-resource' } : UNKNOWN
  const { isScoped, namespace, rest } = splitNamespace(segments)
  const [plural = '', name = '', subresource = '', ...more] = rest
  const kind = kinds.find(group, version, plural)
  if (!kind) return missing
  if (kind.resource.namespaced && isScoped && namespace === '' && name !== '')
    return { type: 'invalid-name', message: 'Namespace parameter required.' }
  if (!isInScope(kind, namespace, name)) return missing
  const { resource } = kind
  const isInvalid = invalidName(name)
  if (isInvalid) return { type: 'invalid-name', message: isInvalid }
  if (more.length > 0 || !hasSubresource(kind, subresource))
    return kind.isBuiltIn ? missing : { type: 'unknown-subresource', resource, name }
  if (legacyWatch && subresource !== '') return missing
  return { type: 'resource', kind, resource, namespace, name, subresource, legacyWatch }
}

function splitNamespace(segments: readonly string[]) {
  const [first, namespace = '', third] = segments
  const isScoped = first === 'namespaces' && third !== undefined && !NAMESPACE_SUBRESOURCES.has(third)
  return isScoped
    ? { isScoped, namespace, rest: segments.slice(2) }
    : { isScoped, namespace: '', rest: segments }
}

/** Namespaced objects are found in their namespace only; a collection can also be listed across namespaces. */
function isInScope({ resource, verbs }: Kind, namespace: string, name: string): boolean {
  if (!resource.namespaced) return namespace === ''
  return namespace !== '' || (name === '' && verbs.includes('list'))
}

const hasSubresource = ({ subresources }: Kind, name: string): boolean =>
  name === '' || subresources.some(subresource => subresource.name === name)

/** The error of an invalid name in a path; undefined if the name is valid. */
function invalidName(name: string): string | undefined {
  const problem =
    name === '.' || name === '..' ? `may not be '${name}'` : name.includes('%') ? "may not contain '%'" : ''
  return problem ? `Name parameter invalid: ${JSON.stringify(name)}: ${problem}` : undefined
}
