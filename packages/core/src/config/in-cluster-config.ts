import { type ClusterConfig, createClusterConfig } from './cluster-config.ts'
import { ConfigError } from './config-error.ts'
import { type ConfigHost, type ConfigOptions, configHost } from './config-host.ts'
import { Connections } from './connections.ts'
import { environmentProxy } from './environment-proxy.ts'
import { readTextIfThere } from './files.ts'
import { fileCredentials, readTokenFile } from './user-credentials.ts'

const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'
const WHAT = 'service account'

/**
 * The Pod's own service account (client-go `rest.InClusterConfig`). The token file is read again every 50 seconds and
 * after a 401, since the kubelet replaces the token before it expires.
 *
 * @throws ConfigError outside of a cluster, or if the service account's token is not mounted
 * @example const client = createKubeClient(await inClusterConfig())
 */
export async function inClusterConfig(options: ConfigOptions = {}): Promise<ClusterConfig> {
  const host = configHost(options)
  const server = inClusterServer(host)
  if (server === undefined) {
    throw new ConfigError(
      'not in a cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not both set',
    )
  }
  const credentials = fileCredentials(
    async () => ({ authorization: await readTokenFile(`${ACCOUNT}/token`, host, WHAT) }),
    host,
  )
  await credentials.current()
  const [authority, namespace] = await Promise.all([
    readTextIfThere(`${ACCOUNT}/ca.crt`, host, WHAT),
    readTextIfThere(`${ACCOUNT}/namespace`, host, WHAT),
  ])
  const proxyUrl = environmentProxy(server, host.env)
  const connections = new Connections({ authority, proxyUrl }, host.fetch)
  await connections.current(undefined)
  return createClusterConfig({
    server,
    namespace: host.env.POD_NAMESPACE || namespace?.trim() || 'default',
    credentials,
    connections,
    proxyUrl,
  })
}

/** The apiserver's URL from a Pod's environment; undefined outside of a cluster. */
export function inClusterServer({ env }: ConfigHost): string | undefined {
  const { KUBERNETES_SERVICE_HOST: name, KUBERNETES_SERVICE_PORT: port } = env
  if (!name || !port) return undefined
  return `https://${name.includes(':') ? `[${name}]` : name}:${port}`
}
