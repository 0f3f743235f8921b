import { createKubeClient, isAlreadyExists } from '@kube-informer/core'
import { openNamedCluster, trust } from '../../tools/kubernetes/cluster.ts'
import { rawRequest } from './raw-request.ts'
import { openReal, REAL_LACKS } from './real-cluster.ts'
import type { Target } from './target.ts'
import { defineWidgets } from './widgets-definition.ts'

/**
 * The cluster that `KUBE_APISERVER_URL` names, whatever it is: its users keep their objects, and see the namespaces
 * of the tests come and go. Undefined where none is named.
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
      minutes: 'a server of our own shows it with LONG=1',
      compaction: 'its etcd is not ours',
      relists: 'it is not ours to restart',
      'the cluster to itself': 'others have objects there, too',
    },
    open: async defer => {
      const apart = createKubeClient({ baseUrl: url, getToken: () => token })
      return { ...openReal(cluster, apart, `p${run}-${++tests}-`, defer), wire: { url, token }, raw }
    },
  }
}
