/** What a continue token says. */
export interface TokenContent {
  readonly v: string
  readonly rv: number
  readonly start: string
}

/** A continue token as a server makes them; JSON in the alphabet of URLs, without padding. */
export const continueToken = (content: Partial<TokenContent>): string =>
  btoa(JSON.stringify({ v: 'meta.k8s.io/v1', ...content }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Reads a server's token; no padding is expected. */
export function readContinueToken(token = ''): TokenContent {
  if (!/^[\w-]+$/.test(token)) throw new Error(`not a token: ${token}`)
  return JSON.parse(atob(token.replaceAll('-', '+').replaceAll('_', '/'))) as TokenContent
}
