import type { ClusterInfo } from './cluster-info.ts'

/** Whose requests the server sends, and whose cache they use. */
export interface Viewer {
  /** The user to impersonate. @default no user */
  readonly user?: string | undefined
  /** The identity of the page's own user; undefined for no shared cache. */
  readonly identity?: string | undefined
}

/** The user to impersonate; undefined for the one who sends the requests anyway. */
const impersonated = ({ users }: ClusterInfo, user: string | undefined): string | undefined =>
  user === '' || user === users?.[0]?.name ? undefined : user

/**
 * The root of the API for a user: `<baseUrl>/as/<user>`, below which the server impersonates this user. Throws for a name that a
 * path cannot contain: a URL resolves `..`, so that the requests would have the rights of the page's own user.
 */
export function baseUrlFor(cluster: ClusterInfo, user: string | undefined): string {
  const as = impersonated(cluster, user)
  if (as === '.' || as === '..') throw new Error(`The user ${JSON.stringify(as)} cannot be viewed as`)
  return as === undefined ? cluster.baseUrl : `${cluster.baseUrl}/as/${encodeURIComponent(as)}`
}

/** Names the cache: users with different rights must not share one. Undefined for no shared cache. */
export function identityFor(cluster: ClusterInfo, { user, identity }: Viewer): string | undefined {
  // The mock ends with its page: nothing of it is worth sharing.
  if (!identity || cluster.kind === 'mock') return undefined
  const as = impersonated(cluster, user)
  const at = cluster.identity === undefined ? '' : `@${cluster.identity}`
  return `${identity}${at}${as === undefined ? '' : ` as ${as}`}`
}
