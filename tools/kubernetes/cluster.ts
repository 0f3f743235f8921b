import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { hasGo, isBuilt } from './build.ts'
import { type Cluster, type StartOptions, startKubernetes } from './start.ts'

/** The reason why no cluster is available. */
export interface NoCluster {
  readonly skip: string
}

/**
 * Opens the cluster to test on: that of `KUBE_APISERVER_URL`, else a new one.
 *
 * The suite writes thousands of objects, so a kubeconfig alone never selects the target:
 * the URL must be set. The credentials come from `KUBE_TOKEN` (and `KUBE_CA_FILE`), or from `KUBECONFIG`.
 * The options apply to a new cluster; the named one runs the controllers that it runs.
 */
export async function openCluster(
  log: (line: string) => void,
  options: Omit<StartOptions, 'log'> = {},
): Promise<Cluster | NoCluster> {
  const named = openNamedCluster()
  if (named) return named
  if (!isBuilt() && !hasGo()) return { skip: 'Go is not installed, and KUBE_APISERVER_URL is not set' }
  return startKubernetes({ ...options, log })
}

/** The cluster of `KUBE_APISERVER_URL`, if it is set. */
export function openNamedCluster(): Cluster | undefined {
  const url = process.env.KUBE_APISERVER_URL
  return url ? namedCluster(url.replace(/\/+$/, '')) : undefined
}

/** Adds the cluster's certificate authority to this process's trusted ones. All checks remain enabled. */
export function trust(cluster: Cluster): void {
  if (cluster.ca) setDefaultCACertificates([...getCACertificates('default'), cluster.ca])
}

function namedCluster(url: string): Cluster {
  const stop = async () => {}
  const token = process.env.KUBE_TOKEN
  if (token) {
    const caFile = process.env.KUBE_CA_FILE
    return { url, token, stop, ...(caFile ? { ca: readFileSync(caFile, 'utf8') } : {}) }
  }
  const kubeconfig = process.env.KUBECONFIG
  if (!kubeconfig) throw new Error('KUBE_APISERVER_URL is set: set KUBE_TOKEN or KUBECONFIG, too')
  return { url, kubeconfig, stop, ...readKubeconfig() }
}

interface KubeconfigView {
  readonly clusters?: readonly { readonly cluster: { readonly 'certificate-authority-data'?: string } }[]
  readonly users?: readonly { readonly user: { readonly token?: string } }[]
}

/** The token and authority of the current context. kubectl parses the file, which avoids a YAML parser. */
function readKubeconfig(): { token: string; ca?: string } {
  const flags = ['config', 'view', '--raw', '--minify', '--flatten', '-o', 'json']
  const kubectl = spawnSync('kubectl', flags, { encoding: 'utf8' })
  if (kubectl.status !== 0) throw new Error(`kubectl could not read KUBECONFIG: ${kubectl.stderr}`)
  const view = JSON.parse(kubectl.stdout) as KubeconfigView
  const token = view.users?.[0]?.user.token
  if (!token) throw new Error('the current context of KUBECONFIG has no token: set KUBE_TOKEN')
  const ca = view.clusters?.[0]?.cluster['certificate-authority-data']
  return { token, ...(ca ? { ca: Buffer.from(ca, 'base64').toString('utf8') } : {}) }
}
