import type { Pem } from './pem.ts'

/**
 * What a connection needs that `fetch` cannot open, such as a WebSocket with a client certificate. The names are those of
 * `tls.connect` in Node. It contains the credentials of the user.
 */
export interface ConnectOptions {
  /** The Authorization header, and headers that occur more than once, besides those of the configuration. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The certificate authority. @default those that the runtime trusts */
  readonly ca?: Pem | undefined
  /** The client certificate. @default none */
  readonly cert?: Pem | undefined
  /** The key of `cert`. @default none */
  readonly key?: Pem | undefined
  /** The expected name in the certificate of the server. @default its host name */
  readonly servername?: string | undefined
  /** Whether the certificate of the server is verified. */
  readonly rejectUnauthorized: boolean
  /** The proxy that leads to the server. @default none */
  readonly proxyUrl?: string | undefined
}
