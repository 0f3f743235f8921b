import { decodeBase64Url } from '../base64/base64.ts'
import type { ConfigHost } from './config-host.ts'
import { Connections } from './connections.ts'
import { bearer, type Credential, type CredentialSource } from './credential.ts'
import { environmentProxy } from './environment-proxy.ts'
import type { Fields } from './fields.ts'
import { pathOf } from './files.ts'
import { type Issuer, type RefreshedTokens, refreshTokens } from './oidc-refresh.ts'
import { type KeyPair, readPem } from './pem.ts'
import { type Perishable, Rotating } from './rotating.ts'

const AUTHORITY = 'idp-certificate-authority'

/** How much earlier than its expiry a token is renewed (client-go `oidc.expiryDelta`). */
const EXPIRY_DELTA_MS = 10_000

/**
 * Credentials of the auth-provider `oidc` (client-go `plugin/pkg/client/auth/oidc`): the id-token, which the refresh-token
 * renews. As in client-go, a 401 renews nothing. Reads the settings at once, and sends nothing before the first request.
 */
export function oidcCredentials(
  user: Fields,
  provider: Fields,
  keyPairOf: () => Promise<KeyPair | undefined>,
  host: ConfigHost,
): CredentialSource {
  if (provider.text('name') !== 'oidc') {
    throw provider.error(
      'only the auth-provider oidc is supported; use a credential plugin (exec), as its vendor advises',
    )
  }
  const settings = provider.mapping('config') ?? provider.named('config', provider.entry)
  const issuer = issuerOf(settings, host)
  let config: Readonly<Record<string, string>> = configOf(settings)
  const load = async (): Promise<Perishable<Credential>> => {
    const { 'id-token': held, 'refresh-token': refreshToken } = config
    const keyPair = await keyPairOf()
    const expiresAt = held ? expiryOf(held, settings) : 0
    if (held && host.clock.now() < expiresAt) return credentialOf(held, keyPair, expiresAt, settings)
    if (!refreshToken) throw settings.error('no valid id-token, and cannot refresh without refresh-token')
    const renewed = await renew(issuer, refreshToken, settings, host)
    const next = {
      ...config,
      'id-token': renewed.idToken,
      'refresh-token': renewed.refreshToken ?? refreshToken,
    }
    // As in client-go, tokens that cannot be saved are not used.
    await host.saveAuthProvider?.({ user: user.entry, name: 'oidc', config: next })
    config = next
    return credentialOf(renewed.idToken, keyPair, expiryOf(renewed.idToken, settings), settings)
  }
  return new Rotating({ load, clock: host.clock, keepStale: false })
}

function credentialOf(
  token: string,
  keyPair: KeyPair | undefined,
  expiresAt: number,
  settings: Fields,
): Perishable<Credential> {
  return { value: { authorization: bearer(token, settings.where), keyPair }, expiresAt }
}

function issuerOf(settings: Fields, host: ConfigHost): Issuer {
  const required = (name: string): string => {
    const value = settings.text(name)
    if (value === undefined) throw settings.error(`must provide ${name}`)
    return value
  }
  // Whether a file may be named is known before the first request.
  if (settings.text(`${AUTHORITY}-data`) === undefined) pathOf(settings, AUTHORITY, host, `${AUTHORITY}-data`)
  return {
    url: required('idp-issuer-url'),
    clientId: required('client-id'),
    clientSecret: settings.text('client-secret') ?? '',
    error: what => settings.error(what),
  }
}

/** Uses connections of its own, which it closes: tokens are renewed rarely. */
async function renew(
  issuer: Issuer,
  refreshToken: string,
  settings: Fields,
  host: ConfigHost,
): Promise<RefreshedTokens> {
  const authority = await readPem(settings, AUTHORITY, host)
  const connections = new Connections(
    { authority, proxyUrl: environmentProxy(issuer.url, host.env) },
    host.fetch,
  )
  try {
    const { fetch } = await connections.current(undefined)
    return await refreshTokens({ ...issuer, fetch }, refreshToken)
  } finally {
    await connections.close()
  }
}

const configOf = (settings: Fields): Record<string, string> =>
  Object.fromEntries(settings.names().map(name => [name, settings.text(name) ?? '']))

/** When a token is to be renewed, in ms. A token without `exp` has expired. */
function expiryOf(token: string, settings: Fields): number {
  const [, payload, signature, ...rest] = token.split('.')
  const bytes = signature === undefined || rest.length > 0 ? undefined : decodeBase64Url(payload ?? '')
  const exp = bytes && expOf(new TextDecoder().decode(bytes))
  if (exp === undefined) throw settings.error('the id-token must be a valid JWT')
  return exp * 1000 - EXPIRY_DELTA_MS
}

/** The `exp` of claims, 0 if it is absent, undefined if it cannot be read. */
function expOf(claims: string): number | undefined {
  try {
    const { exp = 0 } = JSON.parse(claims) as { readonly exp?: unknown }
    return typeof exp === 'number' ? Math.trunc(exp) : undefined
  } catch {
    return undefined
  }
}
