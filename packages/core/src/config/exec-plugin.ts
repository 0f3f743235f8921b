import { encodeBase64 } from '../base64/base64.ts'
import type { ClusterEntry } from './cluster-entry.ts'
import { ConfigError } from './config-error.ts'
import { type ConfigHost, isMissing } from './config-host.ts'
import type { Credential, CredentialSource } from './credential.ts'
import { readExecCredential } from './exec-credential.ts'
import type { Fields } from './fields.ts'
import { type Perishable, Rotating } from './rotating.ts'

const API_VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1']

/** The command of a plugin. */
interface ExecPlugin {
  readonly where: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly apiVersion: string
  readonly interactive: boolean
  readonly installHint: string | undefined
}

/**
 * Credentials that a program prints (client-go `exec.Authenticator`, API group client.authentication.k8s.io). It runs at
 * the first request, after its credential has expired, and after a 401.
 */
export function execCredentials(exec: Fields, cluster: ClusterEntry, host: ConfigHost): CredentialSource {
  const plugin = readPlugin(exec, cluster, host)
  return new Rotating({ load: () => runPlugin(plugin, host), clock: host.clock, keepStale: false })
}

function readPlugin(exec: Fields, cluster: ClusterEntry, host: ConfigHost): ExecPlugin {
  const command = allowedCommand(exec, host)
  const apiVersion = apiVersionOf(exec)
  const interactive = isInteractive(exec, apiVersion, host)
  const spec = { ...(exec.flag('provideClusterInfo') ? { cluster: clusterInfo(cluster) } : {}), interactive }
  const info = JSON.stringify({ kind: 'ExecCredential', apiVersion, spec })
  return {
    where: exec.where,
    command: resolveCommand(command, exec, host),
    args: exec.texts('args'),
    env: { ...host.env, ...ownEnvironment(exec), KUBERNETES_EXEC_INFO: info },
    apiVersion,
    interactive,
    installHint: exec.text('installHint'),
  }
}

function apiVersionOf(exec: Fields): string {
  const apiVersion = exec.text('apiVersion')
  if (apiVersion !== undefined && API_VERSIONS.includes(apiVersion)) return apiVersion
  throw exec.error(`apiVersion is none of ${API_VERSIONS.join(', ')}`)
}

/** Only v1 requires an explicit mode. */
function isInteractive(exec: Fields, apiVersion: string, host: ConfigHost): boolean {
  const mode = exec.text('interactiveMode') ?? (apiVersion.endsWith('/v1') ? undefined : 'IfAvailable')
  if (mode === 'Never') return false
  if (mode === 'IfAvailable') return host.isInteractive()
  if (mode !== 'Always') throw exec.error('interactiveMode is none of Never, IfAvailable, Always')
  if (host.isInteractive()) return true
  throw exec.error('the plugin wants to prompt the user, and standard input is not a terminal')
}

/** @throws ConfigError if the plugin names no command, or may not run it */
function allowedCommand(exec: Fields, { allowExec }: ConfigHost): string {
  const command = exec.text('command')
  if (command === undefined) throw exec.error('names no command')
  if (allowExec === true) return command
  const quoted = JSON.stringify(command)
  if (allowExec === false) {
    throw exec.error(
      `runs the program ${quoted}, which is not allowed here: use a token or a client certificate, or set allowExec if you trust this kubeconfig`,
    )
  }
  if (!allowExec.includes(command)) throw exec.error(`the program ${quoted} is not in the list allowExec`)
  if (exec.mappings('env').length === 0) return command
  throw exec.error(
    'sets env, which a list in allowExec does not permit; set allowExec: true if you trust this kubeconfig',
  )
}

/** A bare name is searched in PATH; a path is resolved against the kubeconfig. */
function resolveCommand(command: string, exec: Fields, { windows }: ConfigHost): string {
  const isPath = (windows ? /[\\/]/ : /\//).test(command)
  return isPath ? exec.source.resolve(command) : command
}

function ownEnvironment(exec: Fields): Record<string, string> {
  const own = exec.mappings('env').map(variable => {
    const name = variable.text('name')
    if (name === undefined) throw variable.error('a variable has no name')
    return [name, variable.text('value') ?? ''] as const
  })
  return Object.fromEntries(own)
}

function clusterInfo(cluster: ClusterEntry): object {
  const { authority } = cluster
  return {
    server: cluster.server,
    ...(cluster.serverName === undefined ? {} : { 'tls-server-name': cluster.serverName }),
    ...(cluster.insecure ? { 'insecure-skip-tls-verify': true } : {}),
    ...(authority === undefined ? {} : { 'certificate-authority-data': encodeBase64(authority) }),
    ...(cluster.proxyUrl === undefined ? {} : { 'proxy-url': cluster.proxyUrl }),
    ...(cluster.disableCompression ? { 'disable-compression': true } : {}),
    ...(cluster.execConfig === undefined ? {} : { config: cluster.execConfig }),
  }
}

async function runPlugin(plugin: ExecPlugin, host: ConfigHost): Promise<Perishable<Credential>> {
  const { where, command, args, env, interactive, apiVersion } = plugin
  const name = `${where}: the credential plugin ${command}`
  const { exitCode, stdout } = await host.execFile(command, args, { env, interactive }).catch(error => {
    throw error instanceof ConfigError ? error : notStarted(name, error, plugin.installHint)
  })
  if (exitCode === 0) return readExecCredential(stdout, apiVersion, name)
  throw new ConfigError(`${name} failed with exit code ${exitCode}; what it has to say is on standard error`)
}

/** Without the cause: Node's error contains the arguments, which may include a secret. */
function notStarted(name: string, error: unknown, installHint: string | undefined): ConfigError {
  const { code } = Object(error) as { readonly code?: unknown }
  if (!isMissing(error))
    return new ConfigError(`${name} cannot be run: ${typeof code === 'string' ? code : 'unknown error'}`)
  const hint = installHint === undefined ? '' : `\n\n${printable(installHint)}`
  return new ConfigError(`${name} is not installed${hint}`)
}

/** Removes control characters, since the error may be printed on a terminal. */
const printable = (text: string): string =>
  text.replace(
    /(?![\t-\r])\p{C}/gu,
    character => `U+${character.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  )
