import { kubeconfigClusters } from './kubeconfig-clusters.ts'
import { namedCluster } from './named-clusters.ts'
import type { RealOptions } from './options.ts'
import type { ServedCluster } from './served-cluster.ts'

/**
 * The real clusters that the command or the environment asks for, the preferred one first. The default file,
 * `~/.kube/config`, is read only on request: a person who tries the demo does not expect a page that lists the clusters of
 * their work, and can change them.
 */
export async function realClusters(
  { kubeconfig, context, apiserver }: RealOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly ServedCluster[]> {
  const named = namedCluster(env, apiserver)
  // KUBE_APISERVER_URL names the target alone: a kubeconfig beside it is for other programs.
  const wantsFile = kubeconfig !== undefined || context !== undefined || (env.KUBECONFIG && !named)
  const contexts = wantsFile ? await kubeconfigClusters({ path: kubeconfig, context }, env) : []
  return [...(named ? [named] : []), ...contexts]
}
