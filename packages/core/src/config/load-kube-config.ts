import { type ClusterConfig, createClusterConfig } from './cluster-config.ts'
import { type ClusterEntry, readCluster } from './cluster-entry.ts'
import { ConfigError } from './config-error.ts'
import { type ConfigHost, type ConfigOptions, configHost, type KubeConfigPermissions } from './config-host.ts'
import type { ConnectionSettings } from './connection-settings.ts'
import { Connections } from './connections.ts'
import { environmentProxy } from './environment-proxy.ts'
import type { Fields, Source } from './fields.ts'
import { readText, readTextIfThere } from './files.ts'
import { type HeaderPairs, impersonationHeaders, separateRepeated } from './impersonation.ts'
import { type MergedKubeConfig, mergeKubeConfigs, selectContext } from './kube-config-contexts.ts'
import { readKubeConfigText } from './kube-config-text.ts'
import { folderOf, listOf, resolvePath } from './paths.ts'
import { anonymous, userCredentials } from './user-credentials.ts'

/** Which context is used, and what the text may use of this machine. */
export interface ParseKubeConfigOptions extends ConfigOptions, KubeConfigPermissions {
  /** Which context to use. @default the file's current-context */
  readonly context?: string | undefined
  /** The path of the text: relative paths are resolved against its folder, and errors contain it. */
  readonly path?: string | undefined
}

/** Which files and which context are used, and what they may use of this machine. */
export interface LoadKubeConfigOptions extends ConfigOptions, KubeConfigPermissions {
  /** Which context to use. @default the current-context */
  readonly context?: string | undefined
  /** The one file to read. @default the files that KUBECONFIG lists, else ~/.kube/config */
  readonly path?: string | undefined
}

/**
 * Reads kubeconfig files as kubectl does: the file of `path`, else the merged files of `KUBECONFIG`, else
 * `~/.kube/config`. Needs a runtime with files: Node, Deno, Bun. YAML needs the package `yaml`; in Node, certificates and
 * proxies need the package `undici`.
 *
 * As in kubectl, a kubeconfig can run programs (`exec`) and read any file that this process can read, with the server that
 * it names as the recipient. Load only kubeconfigs that you trust like a program; read others with {@link parseKubeConfig},
 * or forbid both with `allowExec: false, allowFiles: false`.
 *
 * @throws ConfigError, which contains the file and the problem
 * @example
 * const config = await loadKubeConfig({ context: 'staging' })
 * const client = createKubeClient(config)
 */
export async function loadKubeConfig(options: LoadKubeConfigOptions = {}): Promise<ClusterConfig> {
  const host = trustingHost(options)
  return fromKubeConfig(await readKubeConfigs(options.path, host), options.context, host)
}

/** The merged files of {@link loadKubeConfig}. */
export async function readKubeConfigs(path: string | undefined, host: ConfigHost): Promise<MergedKubeConfig> {
  const { paths, files } = await readFiles(path, host)
  if (files.length > 0) return mergeKubeConfigs(files)
  throw new ConfigError(
    paths.length === 0
      ? 'no kubeconfig: neither KUBECONFIG nor HOME is set; name a file with the option path'
      : `no kubeconfig: ${paths.join(', ')} does not exist; set KUBECONFIG, or name a file with the option path`,
  )
}

/** The host for kubeconfigs that the user of this machine has chosen, with the permissions that kubectl gives. */
export const trustingHost = (options: LoadKubeConfigOptions): ConfigHost =>
  configHost({ ...options, allowExec: options.allowExec ?? true, allowFiles: options.allowFiles ?? true })

/**
 * Reads the text of one kubeconfig, in any runtime. The text may be untrusted, e.g. an upload: it runs no
 * programs (`exec`) and reads no files, absolute or relative, unless `allowExec` and `allowFiles` permit it; the error of
 * an entry that needs one names the option.
 *
 * The text still chooses where requests are sent and how: `server` and `proxy-url` can be any host that this process can
 * reach, such as its own or a cloud's metadata service (169.254.169.254), and `insecure-skip-tls-verify` and
 * `tls-server-name` weaken TLS. Only the credentials of the text itself are sent there. If its author must not reach your
 * network, check `baseUrl` of the result, and pass a `fetch` that enforces the check.
 *
 * @throws ConfigError, which contains the problem but no value
 * @example const config = await parseKubeConfig(env.KUBECONFIG_TEXT, { fetch: (url, init) => env.CLUSTER.fetch(url, init) })
 */
export async function parseKubeConfig(
  text: string,
  options: ParseKubeConfigOptions = {},
): Promise<ClusterConfig> {
  const host = configHost(options)
  const file = await readKubeConfigText(text, sourceAt(options.path, host))
  return fromKubeConfig(mergeKubeConfigs([file]), options.context, host)
}

/** The merged default files; undefined if they contain no usable configuration (client-go `IsEmptyConfig`). */
export async function findKubeConfig(host: ConfigHost): Promise<MergedKubeConfig | undefined> {
  const { files } = await readFiles(undefined, host)
  const merged = mergeKubeConfigs(files)
  return merged.currentContext === undefined && merged.contexts.size === 0 ? undefined : merged
}

/** The default files in order of precedence, without duplicates. */
export function defaultPaths({ env, windows }: ConfigHost): readonly string[] {
  if (env.KUBECONFIG) return [...new Set(listOf(env.KUBECONFIG, windows))]
  const home = env.HOME || env.USERPROFILE
  return home ? [`${home}/.kube/config`] : []
}

/** Reads files. Only an explicit file must exist. */
async function readFiles(
  path: string | undefined,
  host: ConfigHost,
): Promise<{ readonly paths: readonly string[]; readonly files: readonly Fields[] }> {
  if (path !== undefined) {
    const text = await readText(path, host, 'kubeconfig')
    return { paths: [path], files: [await readKubeConfigText(text, sourceAt(path, host))] }
  }
  const paths = defaultPaths(host)
  const files = await Promise.all(paths.map(each => readIfThere(each, host)))
  return { paths, files: files.filter(file => file !== undefined) }
}

async function readIfThere(path: string, host: ConfigHost): Promise<Fields | undefined> {
  const text = await readTextIfThere(path, host, 'kubeconfig')
  return text === undefined ? undefined : readKubeConfigText(text, sourceAt(path, host))
}

function sourceAt(path: string | undefined, { windows }: ConfigHost): Source {
  const folder = path === undefined ? undefined : folderOf(path, windows)
  return { name: path ?? 'kubeconfig', resolve: relative => resolvePath(folder, relative, windows) }
}

/** Creates the configuration of one context. Throws all errors that can be detected without a request. */
export async function fromKubeConfig(
  config: MergedKubeConfig,
  contextName: string | undefined,
  host: ConfigHost,
): Promise<ClusterConfig> {
  const { name, namespace, user, ...context } = selectContext(config, contextName)
  const cluster = await readCluster(context.cluster, host)
  // Credentials are not sent over plain HTTP (client-go `rest.IsConfigTransportTLS`).
  const credentials = user && isSecure(cluster) ? userCredentials(user, cluster, host) : anonymous
  const { single, repeated } = separateRepeated(headersOf(user, cluster))
  const proxyUrl = cluster.proxyUrl ?? environmentProxy(cluster.server, host.env)
  const connections = new Connections({ ...wayTo(cluster), proxyUrl, repeatedHeaders: repeated }, host.fetch)
  // A plugin runs at the first request, since it may prompt the user; so does an auth-provider, which may ask its issuer.
  const isLate = user?.mapping('exec') ?? user?.mapping('auth-provider')
  const first = isLate ? undefined : await credentials.current()
  await connections.current(first?.keyPair)
  return createClusterConfig({
    server: cluster.server,
    context: name,
    namespace,
    credentials,
    connections,
    headers: single,
    proxyUrl,
  })
}

const isSecure = ({ server }: ClusterEntry): boolean => server.startsWith('https:')

/** The connection settings of a cluster; certificates do not apply to plain HTTP. */
const wayTo = (cluster: ClusterEntry): ConnectionSettings => {
  const { authority, insecure, serverName } = cluster
  return isSecure(cluster) ? { authority, insecure, serverName } : {}
}

const headersOf = (user: Fields | undefined, { disableCompression }: ClusterEntry): HeaderPairs => [
  ...(user ? impersonationHeaders(user) : []),
  ...(disableCompression ? [['Accept-Encoding', 'identity'] as const] : []),
]
