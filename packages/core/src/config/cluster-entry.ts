import { parseUrl } from '../api/parse-url.ts'
import type { ConfigHost } from './config-host.ts'
import type { Fields } from './fields.ts'
import { type Pem, readPem } from './pem.ts'

/** A validated cluster of a kubeconfig, with the contents of the files that it refers to. */
export interface ClusterEntry {
  /** The apiserver's root, with a scheme and without a trailing slash. */
  readonly server: string
  readonly authority: Pem | undefined
  readonly insecure: boolean
  readonly serverName: string | undefined
  readonly proxyUrl: string | undefined
  readonly disableCompression: boolean
  /** The cluster's extension for credential plugins. */
  readonly execConfig: unknown
}

/** The name of the cluster extension that is passed to credential plugins. */
const EXEC_EXTENSION = 'client.authentication.k8s.io/exec'

/** Reads a cluster (client-go `clientcmd.validateClusterInfo`, `getServerIdentificationPartialConfig`). */
export async function readCluster(cluster: Fields, host: ConfigHost): Promise<ClusterEntry> {
  const insecure = cluster.flag('insecure-skip-tls-verify')
  const authority = await readPem(cluster, 'certificate-authority', host)
  if (insecure && authority) {
    throw cluster.error('a certificate-authority and insecure-skip-tls-verify contradict each other')
  }
  return {
    server: serverUrl(cluster, insecure || authority !== undefined),
    authority,
    insecure,
    serverName: cluster.text('tls-server-name'),
    proxyUrl: proxyUrl(cluster),
    disableCompression: cluster.flag('disable-compression'),
    execConfig: execConfig(cluster),
  }
}

/** A host without a scheme uses HTTPS if certificates are configured (client-go `rest.DefaultServerUrlFor`). */
function serverUrl(cluster: Fields, tls: boolean): string {
  const server = cluster.text('server')
  if (server === undefined) throw cluster.error('has no server')
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(server) && !/^https?:/i.test(server)) {
    throw cluster.error('server has another scheme than http and https')
  }
  const url = parseUrl(/^https?:\/\//i.test(server) ? server : `${tls ? 'https' : 'http'}://${server}`)
  if (!url) throw cluster.error('server must be a URL')
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

function proxyUrl(cluster: Fields): string | undefined {
  const url = cluster.text('proxy-url')
  if (url === undefined) return undefined
  // Not quoted, since it may contain a password.
  if (!/^(https?|socks5):\/\//i.test(url) || !parseUrl(url)) {
    throw cluster.error('proxy-url must be a URL that starts with http://, https:// or socks5://')
  }
  if (/%(?![\da-f]{2})/i.test(url)) throw cluster.error('proxy-url contains a % that starts no escape')
  return url
}

const execConfig = (cluster: Fields): unknown =>
  cluster
    .mappings('extensions')
    .find(extension => extension.text('name') === EXEC_EXTENSION)
    ?.raw('extension')
