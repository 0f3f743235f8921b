import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { hasGo, isBuilt } from './build.ts'
import { type Cluster, startKubernetes } from './start.ts'

/** There is no cluster to test on, and why. */
export interface NoCluster {
  readonly skip: string
}

/**
 * The cluster to test on: the one that `KUBE_APISERVER_URL` names, else one of our own.
 *
 * The suite writes thousands of objects, so a kubeconfig that happens to lie around never picks the target:
 * the URL has to be named. The credentials come from `KUBE_TOKEN` (and `KUBE_CA_FILE`), or from `KUBECONFIG`.
 */
export async function openCluster(log: (line: string) => void): Promise<Cluster | NoCluster> {
  const named = openNamedCluster()
  if (named) return named
  if (!isBuilt() && !hasGo()) return { skip: 'no Go to build kube-apiserver with, and no KUBE_APISERVER_URL' }
  return startKubernetes({ log })
}

/** The cluster that `KUBE_APISERVER_URL` names, if it does. */
export function openNamedCluster(): Cluster | undefined {
  const url = process.env.KUBE_APISERVER_URL
  return url ? namedCluster(url.replace(/\/+$/, '')) : undefined
}

/** Makes this process trust the cluster's authority besides the usual ones; no check is switched off. */
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

/** The current context's token and authority. kubectl reads the file, so that we need no YAML here. */
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
