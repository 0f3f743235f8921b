import { createKubeClient, isAlreadyExists } from '@kube-informer/core'
import { openNamedCluster, trust } from '../../../tools/kubernetes/cluster.ts'
import { rawRequest } from './raw-request.ts'
import { openReal, REAL_LACKS } from './real-cluster.ts'
import type { Target } from './target.ts'
import { defineWidgets } from './widgets-definition.ts'

/**
 * The cluster at `KUBE_APISERVER_URL`, or undefined if that is not set. The tests create and delete namespaces of
 * their own and leave all other objects unchanged.
 */
export async function namedTarget(): Promise<Target | undefined> {
  const cluster = openNamedCluster()
  if (!cluster) return undefined
  trust(cluster)
  const { url, token } = cluster
  const client = createKubeClient({ baseUrl: url, getToken: () => token })
  await defineWidgets(client).catch((error: unknown) => {
    if (!isAlreadyExists(error)) throw error
  })
  const run = Date.now().toString(36)
  const raw = rawRequest(url, { authorization: `Bearer ${token}` })
  let tests = 0
  return {
    name: 'the named cluster',
    lacks: {
      ...REAL_LACKS,
      minutes: 'tested on a server of our own with LONG=1',
      compaction: 'the tests have no access to its etcd',
      relists: 'the tests must not restart it',
      'the cluster to itself': 'it contains objects of other clients',
    },
    open: async defer => {
      const apart = createKubeClient({ baseUrl: url, getToken: () => token })
      return { ...openReal(cluster, apart, `p${run}-${++tests}-`, defer), wire: { url, token }, raw }
    },
  }
}
