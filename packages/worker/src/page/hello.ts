import type { ConnectionOptions } from '../api/connection.ts'
import { definitionsFingerprint, type InformerDefinitions } from '../api/definition.ts'
import { CLONE_PROBE } from '../wire/clone-probe.ts'
import { type HelloMessage, PROTOCOL_VERSION } from '../wire/protocol.ts'

/** The hello message of a page. The identity and the lock are added when they are available. */
export function helloOf(definitions: InformerDefinitions, options: ConnectionOptions): HelloMessage {
  const { baseUrl, getToken, credentials, fieldManager, namespaces } = options
  return {
    type: 'hello',
    version: PROTOCOL_VERSION,
    fingerprint: definitionsFingerprint(definitions),
    probe: CLONE_PROBE,
    baseUrl: absoluteUrl(baseUrl),
    hasToken: getToken !== undefined,
    ...(namespaces && { hasNamespaces: true }),
    ...(credentials && { credentials }),
    ...(fieldManager !== undefined && { fieldManager }),
  }
}

/** Resolves a path against the document. A worker made from a blob could not resolve it. */
function absoluteUrl(url: string): string {
  return typeof document === 'undefined' ? url : new URL(url, document.baseURI).href
}
