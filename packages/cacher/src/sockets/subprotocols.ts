import { decodeBase64Url } from '@kube-informer/core/base64'

const BEARER = 'base64url.bearer.authorization.k8s.io.'

/** The parsed subprotocols of a WebSocket. */
export interface Subprotocols {
  /** The bearer token, if any. */
  readonly token?: string
  /** The other subprotocols, one of which is echoed. */
  readonly others: readonly string[]
}

/**
 * Parses `Sec-WebSocket-Protocol` as a Kubernetes server does. A page cannot set headers, so it sends its token as a
 * subprotocol together with another one, since tokens are not echoed. Undefined if the user is ambiguous: two tokens, a
 * token alone, or a token that cannot be decoded.
 */
export function readSubprotocols(header: string | null | undefined): Subprotocols | undefined {
  const names = (header ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
  const others = names.filter(name => !name.startsWith(BEARER))
  const [encoded, ...more] = names.filter(name => name.startsWith(BEARER))
  if (encoded === undefined) return { others }
  const token = decode(encoded.slice(BEARER.length))
  return more.length > 0 || others.length === 0 || token === undefined ? undefined : { token, others }
}

function decode(text: string): string | undefined {
  // Padding is not allowed, although `decodeBase64Url` accepts it.
  const bytes = /^[\w-]+$/.test(text) ? decodeBase64Url(text) : undefined
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
