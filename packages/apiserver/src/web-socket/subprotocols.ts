const BEARER = 'base64url.bearer.authorization.k8s.io.'

/** What a WebSocket's list of subprotocols says. */
export interface Subprotocols {
  /** The bearer token in it, if any. */
  readonly token?: string
  /** The others, one of which is echoed. */
  readonly others: readonly string[]
}

/**
 * Reads `Sec-WebSocket-Protocol` as a Kubernetes server does: a page cannot set headers, so a token comes as a
 * subprotocol, beside another one, since tokens are not to be echoed. Answers undefined where the server would not
 * know who asks: two tokens, a token alone, or one that cannot be decoded.
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
  // Padding is not allowed, and `atob` would accept it.
  if (!/^[\w-]+$/.test(text)) return undefined
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, character => character.charCodeAt(0)),
    )
  } catch {
    return undefined
  }
}
