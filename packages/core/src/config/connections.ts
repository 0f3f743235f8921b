import type { Fetch } from '../api/clock.ts'
import { ConfigError } from './config-error.ts'
import type { ConnectOptions } from './connect-options.ts'
import { givenConnection, openConnection } from './connection.ts'
import type { Connection, ConnectionSettings } from './connection-settings.ts'
import { type Credential, sameKeyPair } from './credential.ts'
import type { KeyPair } from './pem.ts'

/** The connection to one server, which is replaced when the client certificate changes. */
export class Connections {
  readonly #settings: ConnectionSettings
  readonly #fetch: Fetch | undefined
  #keyPair: KeyPair | undefined
  #connection: Promise<Connection> | undefined
  #closed = false

  /** @param fetch the caller's own, which must then implement the settings */
  constructor(settings: ConnectionSettings, fetch?: Fetch) {
    if (fetch && settings.repeatedHeaders && settings.repeatedHeaders.length > 0) {
      throw new ConfigError('as-groups, as-user-extra: a custom fetch receives only one value of each')
    }
    this.#settings = settings
    this.#fetch = fetch
  }

  /**
   * The connection with the client certificate `keyPair`. It opens a socket when it is first used.
   *
   * @throws ConfigError if the runtime does not support the settings
   */
  async current(keyPair: KeyPair | undefined): Promise<Connection> {
    if (this.#closed) throw new ConfigError('the configuration was closed')
    if (this.#connection && sameKeyPair(keyPair, this.#keyPair)) return this.#connection
    void this.#connection?.then(
      connection => connection.retire(),
      () => {},
    )
    this.#keyPair = keyPair
    this.#connection = this.#fetch
      ? Promise.resolve(givenConnection(this.#fetch))
      : openConnection({ ...this.#settings, keyPair })
    return this.#connection
  }

  /** What another connection to the same server needs, with a credential. */
  connectOptions({ authorization, keyPair }: Credential): ConnectOptions {
    const { authority, insecure, serverName, proxyUrl, repeatedHeaders = [] } = this.#settings
    return {
      headers: [
        ...(authorization === undefined ? [] : [['authorization', authorization] as const]),
        ...repeatedHeaders,
      ],
      ca: authority,
      cert: keyPair?.certificate,
      key: keyPair?.key,
      servername: serverName,
      rejectUnauthorized: insecure !== true,
      proxyUrl,
    }
  }

  /** Further connections to the same server, for requests that are not the user's. */
  anonymous(): Connections {
    return new Connections({ ...this.#settings, repeatedHeaders: [] }, this.#fetch)
  }

  /** Closes all connections. Idempotent. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#connection?.then(
      connection => connection.close(),
      () => {},
    )
  }
}
