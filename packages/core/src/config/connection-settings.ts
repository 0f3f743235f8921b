import type { Fetch } from '../api/clock.ts'
import type { HeaderPairs } from './impersonation.ts'
import type { KeyPair, Pem } from './pem.ts'

/** Connection settings that a plain `fetch` cannot express. */
export interface ConnectionSettings {
  /** The certificate authority to trust. */
  readonly authority?: Pem | undefined
  /** Whether to skip the verification of the server certificate. */
  readonly insecure?: boolean | undefined
  /** The expected name in the server certificate. */
  readonly serverName?: string | undefined
  /** The proxy of the kubeconfig, or of the environment. */
  readonly proxyUrl?: string | undefined
  readonly keyPair?: KeyPair | undefined
  /** Headers that occur more than once, which `Headers` would join with commas. */
  readonly repeatedHeaders?: HeaderPairs | undefined
}

/** A connection pool of one server, with its certificates. */
export interface Connection {
  readonly fetch: Fetch
  /** Accepts no new requests; responses in flight can be read to their end. */
  retire(): void
  /** Also aborts responses in flight. */
  close(): void
}
