import type { Fetch } from '../api/clock.ts'
import type { HeaderPairs } from './impersonation.ts'
import type { KeyPair, Pem } from './pem.ts'

/** What a plain `fetch` cannot be told. */
export interface ConnectionSettings {
  /** Whom to trust. */
  readonly authority?: Pem | undefined
  /** Whether to trust anybody. */
  readonly insecure?: boolean | undefined
  /** The name to look for in the server's certificate. */
  readonly serverName?: string | undefined
  readonly proxyUrl?: string | undefined
  readonly keyPair?: KeyPair | undefined
  /** Headers that occur more than once, which `Headers` would join with commas. */
  readonly repeatedHeaders?: HeaderPairs | undefined
}

/** A way to a server, with its certificates and sockets. */
export interface Connection {
  readonly fetch: Fetch
  /** Takes no request any more; open answers may be read to their end. */
  retire(): void
  /** Ends open answers too. */
  close(): void
}
