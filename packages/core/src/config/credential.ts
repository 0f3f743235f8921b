import { encodeBase64 } from '../base64/base64.ts'
import { ConfigError } from './config-error.ts'
import type { KeyPair } from './pem.ts'

/** The credential of a request. */
export interface Credential {
  /** The value of the Authorization header. */
  readonly authorization?: string | undefined
  readonly keyPair?: KeyPair | undefined
}

/** A source of credentials; see `Rotating`. */
export interface CredentialSource {
  current(): Promise<Credential>
  refuse(credential: Credential): void
}

/** Whether both credentials are equal, so that a retry would be pointless. */
export const sameCredential = (a: Credential, b: Credential): boolean =>
  a.authorization === b.authorization && sameKeyPair(a.keyPair, b.keyPair)

/** Whether two key pairs are equal. */
export const sameKeyPair = (a: KeyPair | undefined, b: KeyPair | undefined): boolean =>
  a?.certificate === b?.certificate && a?.key === b?.key

/**
 * The header for a bearer token.
 *
 * @throws ConfigError if the token is invalid in a header; a runtime's own error would quote it
 */
export function bearer(token: string, where: string): string {
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new ConfigError(`${where}: the token is empty, or holds spaces or control characters`)
  }
  return `Bearer ${token}`
}

/** The header for a name and a password, in UTF-8 as in Go. */
export const basic = (username: string, password: string): string =>
  `Basic ${encodeBase64(`${username}:${password}`)}`
