import type { Fetch } from '../api/clock.ts'
import type { ConfigError } from './config-error.ts'
import { basic } from './credential.ts'

/** An OpenID Connect issuer, and the client that it knows. */
export interface Issuer {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** An error that names the entry of the kubeconfig. */
  error(what: string): ConfigError
}

interface IssuerClient extends Issuer {
  readonly fetch: Fetch
}

/** What an issuer answers to a refresh-token. */
export interface RefreshedTokens {
  readonly idToken: string
  /** Undefined if the issuer gave no other one. */
  readonly refreshToken: string | undefined
}

interface TokenAnswer {
  readonly access_token?: unknown
  readonly id_token?: unknown
  readonly refresh_token?: unknown
}

/** Renews an id-token. Errors contain no token, and nothing of an answer. */
export async function refreshTokens(client: IssuerClient, refreshToken: string): Promise<RefreshedTokens> {
  const endpoint = await tokenEndpoint(client)
  const answer = await askForTokens(client, endpoint, refreshToken)
  const { id_token: idToken, refresh_token: next } = answer
  if (typeof idToken !== 'string') {
    throw client.error(
      'the token response did not contain an id_token: the login did not request the scope openid, or the issuer returns none to a refresh',
    )
  }
  return { idToken, refreshToken: typeof next === 'string' && next !== '' ? next : undefined }
}

/** OpenID Connect discovery. */
async function tokenEndpoint(client: IssuerClient): Promise<string> {
  const url = `${client.url.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await send(client, url, {})
  if (response.status !== 200) throw client.error(`the metadata of the issuer are a ${response.status}`)
  const { token_endpoint: endpoint } = await objectIn<{ readonly token_endpoint?: unknown }>(response, client)
  if (typeof endpoint === 'string' && endpoint !== '') return endpoint
  throw client.error('the metadata of the issuer contain no token_endpoint')
}

/** As golang.org/x/oauth2: the client authenticates with a header, and if that is refused, in the body. */
async function askForTokens(
  client: IssuerClient,
  endpoint: string,
  refreshToken: string,
): Promise<TokenAnswer> {
  const { clientId, clientSecret } = client
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const post = (body: URLSearchParams, authorization: Record<string, string>): Promise<Response> =>
    send(client, endpoint, {
      ...{
        method: 'POST',
        redirect: 'manual',
        body: body.toString(),
        headers: { ...headers, ...authorization },
      },
    })
  const user = formEncoded(clientId)
  const byHeader = await post(form, { Authorization: basic(user, formEncoded(clientSecret)) })
  if (byHeader.ok) return tokensIn(byHeader, client)
  await byHeader.body?.cancel()
  form.set('client_id', clientId)
  if (clientSecret !== '') form.set('client_secret', clientSecret)
  const byBody = await post(form, {})
  if (byBody.ok) return tokensIn(byBody, client)
  await byBody.body?.cancel()
  throw client.error(`failed to refresh the token: the issuer answers ${byBody.status}`)
}

async function tokensIn(response: Response, client: IssuerClient): Promise<TokenAnswer> {
  const answer = await objectIn<TokenAnswer>(response, client)
  if (typeof answer.access_token === 'string' && answer.access_token !== '') return answer
  throw client.error('failed to refresh the token: the response has no access_token')
}

const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

async function send(client: IssuerClient, url: string, init: RequestInit): Promise<Response> {
  try {
    return await client.fetch(url, init)
  } catch (cause) {
    throw Object.assign(client.error('the issuer cannot be reached'), { cause })
  }
}

async function objectIn<T extends object>(response: Response, client: IssuerClient): Promise<T> {
  const answer: unknown = await response.json().catch(() => undefined)
  if (typeof answer === 'object' && answer !== null) return answer as T
  throw client.error('the issuer does not answer with a JSON object')
}
