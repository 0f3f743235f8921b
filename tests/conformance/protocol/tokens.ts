/** The content of a continue token. */
export interface TokenContent {
  readonly v: string
  readonly rv: number
  readonly start: string
}

/** Encodes a continue token like a server: JSON in URL-safe base64, without padding. */
export const continueToken = (content: Partial<TokenContent>): string =>
  btoa(JSON.stringify({ v: 'meta.k8s.io/v1', ...content }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Decodes a server's token; it must have no padding. */
export function readContinueToken(token = ''): TokenContent {
  if (!/^[\w-]+$/.test(token)) throw new Error(`not a token: ${token}`)
  return JSON.parse(atob(token.replaceAll('-', '+').replaceAll('_', '/'))) as TokenContent
}
