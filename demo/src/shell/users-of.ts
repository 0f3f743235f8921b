import type { ClusterInfo, ClusterUser } from '../connect/clusters.ts'

/**
 * The users to offer in a cluster, who sends the requests first. Of a cluster that does not name its users, only the one in
 * the URL is known. Undefined if there is no choice.
 */
export function usersOf({ users }: ClusterInfo, as: string | undefined): readonly ClusterUser[] | undefined {
  if (users !== undefined || as === undefined) return users
  return [OWN, { name: as, description: 'by impersonation' }]
}

/** Its name is no user's: the server knows who sends the requests. */
const OWN: ClusterUser = { name: 'yourself', description: 'the user of the server' }
