/** The bearer token of a request; undefined if it has none. */
export const bearerToken = ({ headers }: Request): string | undefined =>
  /^Bearer +([^ ]+)$/i.exec(headers.get('Authorization') ?? '')?.[1]

/** The SHA-256 of a token in hexadecimal digits: caches do not contain tokens. */
export async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The expiry of a JSON Web Token (`exp`), in milliseconds since 1970; undefined if the token has none. The signature is not
 * verified here.
 */
export function expiryOf(token: string): number | undefined {
  const [, payload] = token.split('.')
  if (payload === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const exp = (claims as { readonly exp?: unknown } | null)?.exp
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}
