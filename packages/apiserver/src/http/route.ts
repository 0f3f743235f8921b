import type { ResourceDefinition } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import type { Kinds } from '../kinds/kinds.ts'

/** Where a path leads. */
export type Route =
  | {
      readonly type: 'resource'
      readonly kind: Kind
      /** The kind's. */
      readonly resource: ResourceDefinition
      /** "" for a cluster-scoped resource, and for all namespaces. */
      readonly namespace: string
      /** "" for the collection. */
      readonly name: string
      readonly subresource: string
      /** A path under `watch`, which watches without being asked; an item there is a collection of one. */
      readonly legacyWatch: boolean
    }
  /** What the server says of itself: its APIs, its version, its health. */
  | { readonly type: 'discovery'; readonly path: string }
  | { readonly type: 'openapi'; readonly path: string }
  /** A known API group without such a resource, version or subresource. */
  | { readonly type: 'unknown-resource' }
  /** A custom resource has no such subresource; the refusal names the object, whether there is one or not. */
  | { readonly type: 'unknown-subresource'; readonly resource: ResourceDefinition; readonly name: string }
  /** A name that no object can have, or a namespace that is missing. */
  | { readonly type: 'invalid-name'; readonly message: string }
  /** A `watch` or `proxy` of nothing, of which a server cannot tell what it asks for. */
  | { readonly type: 'unreadable'; readonly path: string }
  /** Nothing that a server knows; answered in plain text. */
  | { readonly type: 'unknown-path' }

/** Subresources of a Namespace; any other word there is a resource within it. */
const NAMESPACE_SUBRESOURCES = new Set(['status', 'finalize'])
const DISCOVERY =
  /^\/(version\/?|(healthz|livez|readyz)(\/[^/]+)?|api\/?|apis\/?|api\/[^/]+\/?|apis\/[^/]+\/?|apis\/[^/]+\/[^/]+\/?)?$/
const OPENAPI = /^\/openapi\/v[23](\/.*)?$/
const UNKNOWN: Route = { type: 'unknown-path' }

/** Finds the resource that a path names, among those that the server has. */
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

/** Before it is split, so that no escaped slash can hide in a name. */
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
  // A group of custom resources answers in plain text where it does not know a resource, unlike the built-in ones.
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

/** Objects with a namespace are found within it only; all namespaces together are a collection that can be listed. */
function isInScope({ resource, verbs }: Kind, namespace: string, name: string): boolean {
  if (!resource.namespaced) return namespace === ''
  return namespace !== '' || (name === '' && verbs.includes('list'))
}

const hasSubresource = ({ subresources }: Kind, name: string): boolean =>
  name === '' || subresources.some(subresource => subresource.name === name)

/** What is wrong with a name as a part of a path; undefined where nothing is. */
function invalidName(name: string): string | undefined {
  const problem =
    name === '.' || name === '..' ? `may not be '${name}'` : name.includes('%') ? "may not contain '%'" : ''
  return problem ? `Name parameter invalid: ${JSON.stringify(name)}: ${problem}` : undefined
}
