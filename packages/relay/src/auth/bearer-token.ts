import { decodeBase64Url } from '@kube-informer/core/base64'

/** The bearer token of a request; undefined if it has none. */
export const bearerToken = ({ headers }: Request): string | undefined =>
  /^Bearer +([^ ]+)$/i.exec(headers.get('Authorization') ?? '')?.[1]

/**
 * The expiry of a JSON Web Token (`exp`), in milliseconds since 1970; undefined if the token has none. The signature is not
 * verified here.
 */
export function expiryOf(token: string): number | undefined {
  const [, payload] = token.split('.')
  if (payload === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(decodeBase64Url(payload)))
    const exp = (claims as { readonly exp?: unknown } | null)?.exp
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}
