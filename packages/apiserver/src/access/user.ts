/** Who sends a request (authentication.k8s.io/v1 UserInfo). */
export interface User {
  readonly username: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

const ANONYMOUS = 'system:anonymous'
export const MASTERS = 'system:masters'
export const AUTHENTICATED = 'system:authenticated'
const UNAUTHENTICATED = 'system:unauthenticated'

/** The sender of a request whose token does not identify a user. */
export const ADMINISTRATOR: User = { username: 'admin', uid: 'admin', groups: [MASTERS, AUTHENTICATED] }

/** The groups of a user with the one that a server adds. */
export function completeGroups(username: string, groups: readonly string[]): readonly string[] {
  if (groups.includes(UNAUTHENTICATED)) return groups
  const added = username === ANONYMOUS ? UNAUTHENTICATED : AUTHENTICATED
  return groups.includes(added) ? groups : [...groups, added]
}
