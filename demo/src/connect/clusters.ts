import { type ClusterInfo, DEMO_USERS, FAKE } from './cluster-info.ts'
import type { PageOptions } from './page-options.ts'
import { IS_STATIC, pathInSite } from './site.ts'

export type { ClusterInfo, ClusterUser } from './cluster-info.ts'

/** The id of a cluster that only the URL parameter `server` names. */
const NAMED_BY_URL = 'server'

/** The apiserver in this page. */
export function mockCluster(): ClusterInfo {
  const baseUrl = pathInSite('mock-apiserver')
  return {
    id: 'mock',
    name: 'mock in this page',
    baseUrl,
    kind: 'mock',
    controls: `${baseUrl}/_fake`,
    users: DEMO_USERS,
  }
}

/** The id of the cluster to open if the path names none. `npm start` redirects `/` if it prefers a real cluster. */
export const defaultClusterId = ({ server, isMock }: PageOptions): string => {
  if (server === undefined) return isMock || IS_STATIC ? 'mock' : FAKE.id
  return server === FAKE.baseUrl || server === '/k8s' ? server.slice(1) : NAMED_BY_URL
}

/** A cluster that is known without a request, so that its worker can start at once. */
export function knownCluster(id: string, { server }: Partial<PageOptions>): ClusterInfo | undefined {
  if (id === 'mock') return mockCluster()
  if (IS_STATIC) return undefined
  if (id === FAKE.id) return FAKE
  return id === NAMED_BY_URL && server !== undefined ? named(id, server) : undefined
}

const named = (id: string, baseUrl: string): ClusterInfo => ({ id, name: baseUrl, baseUrl, kind: 'real' })

/** Finds a cluster by its id; undefined if there is none. Asks the server only for clusters that it alone knows. */
export async function findCluster(
  id: string,
  options: Partial<PageOptions>,
): Promise<ClusterInfo | undefined> {
  const known = knownCluster(id, options)
  if (known) return known
  const found = (await loadClusters()).find(cluster => cluster.id === id)
  // A server without a list of clusters, such as the one of demo/edge, may serve this path.
  return found ?? (id === 'k8s' && !IS_STATIC ? named(id, '/k8s') : undefined)
}

/**
 * All clusters to offer, the server's preferred one first and the mock last. Without a list, as in a static site, the mock
 * is the only one.
 */
export async function loadClusters(): Promise<readonly ClusterInfo[]> {
  const listed = IS_STATIC ? [] : await listedClusters()
  return [...listed, mockCluster()]
}

async function listedClusters(): Promise<readonly ClusterInfo[]> {
  try {
    const response = await fetch(pathInSite('clusters.json'))
    const isList = response.ok && response.headers.get('content-type')?.startsWith('application/json')
    return isList ? await response.json() : []
  } catch {
    return []
  }
}
