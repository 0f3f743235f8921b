import type { ClusterEntry } from './cluster-entry.ts'
import type { ConfigHost } from './config-host.ts'
import { basic, bearer, type Credential, type CredentialSource } from './credential.ts'
import { execCredentials } from './exec-plugin.ts'
import type { Fields } from './fields.ts'
import { pathOf, readText } from './files.ts'
import { oidcCredentials } from './oidc.ts'
import { type KeyPair, readPem } from './pem.ts'
import { Rotating } from './rotating.ts'

/**
 * How long a credential from a file is used before the file is read again. client-go caches a token for one minute and
 * reads it again ten seconds earlier (`transport.NewCachedFileTokenSource`).
 */
const FILE_PERIOD_MS = 50_000

/** The credentials of a kubeconfig's user (client-go `clientcmd.validateAuthInfo`, `getUserIdentificationPartialConfig`). */
export function userCredentials(user: Fields, cluster: ClusterEntry, host: ConfigHost): CredentialSource {
  checkMethods(user)
  const exec = user.mapping('exec')
  const provider = user.mapping('auth-provider')
  if (exec && provider) throw user.error('exec and auth-provider exclude each other')
  // Reads its settings, so that a mistake is found in any case.
  const oidc = provider && oidcCredentials(user, provider, () => keyPairOf(user, host), host)
  if (oidc && !hasAuthorization(user)) return oidc
  if (exec && !hasOwnCredential(user)) return execCredentials(exec, cluster, host)
  const load = async (): Promise<Credential> => ({
    authorization: await authorizationOf(user, host),
    keyPair: await keyPairOf(user, host),
  })
  return fileCredentials(
    load,
    host,
    FILES.some(name => user.text(name) !== undefined),
  )
}

/** Credentials without a token and a certificate. */
export const anonymous: CredentialSource = { current: async () => ({}), refuse: () => {} }

/** Credentials from files that another process renews. If a file cannot be read again, the last credentials stay in use. */
export function fileCredentials(
  load: () => Promise<Credential>,
  { clock }: ConfigHost,
  fromFile = true,
): CredentialSource {
  return new Rotating({
    load: async () => {
      const value = await load()
      return fromFile ? { value, expiresAt: clock.now() + FILE_PERIOD_MS } : { value }
    },
    clock,
    keepStale: true,
  })
}

/** Reads a file that contains only a token. */
export async function readTokenFile(path: string, host: ConfigHost, what: string): Promise<string> {
  const token = (await readText(path, host, what)).trim()
  return bearer(token, `${what}: ${path}`)
}

const FILES = ['tokenFile', 'client-certificate', 'client-key']

const OWN = ['token', 'tokenFile', 'username', 'password', 'client-certificate', 'client-certificate-data']

/** A client certificate does not replace the token of an auth-provider. */
const hasAuthorization = (user: Fields): boolean =>
  ['token', 'tokenFile', 'username', 'password'].some(name => user.text(name) !== undefined)

/** A user's own credential takes precedence over its plugin. */
const hasOwnCredential = (user: Fields): boolean => OWN.some(name => user.text(name) !== undefined)

function checkMethods(user: Fields): void {
  if (user.text('token') !== undefined && (user.text('username') ?? user.text('password')) !== undefined) {
    throw user.error('has both a token and a name with a password; only one is allowed')
  }
}

async function authorizationOf(user: Fields, host: ConfigHost): Promise<string | undefined> {
  const tokenFile = pathOf(user, 'tokenFile', host, 'token')
  const token = user.text('token')
  // With both, the file takes precedence, and the token is used until the file can be read.
  if (tokenFile !== undefined) {
    const fromFile = readTokenFile(tokenFile, host, `${user.where}: tokenFile`)
    return token === undefined ? fromFile : fromFile.catch(() => bearer(token, user.where))
  }
  if (token !== undefined) return bearer(token, user.where)
  const username = user.text('username')
  const password = user.text('password')
  return (username ?? password) === undefined ? undefined : basic(username ?? '', password ?? '')
}

async function keyPairOf(user: Fields, host: ConfigHost): Promise<KeyPair | undefined> {
  const certificate = await readPem(user, 'client-certificate', host)
  if (certificate === undefined) return undefined
  const key = await readPem(user, 'client-key', host)
  if (key === undefined) throw user.error('has a client-certificate and no client-key')
  return { certificate, key }
}
