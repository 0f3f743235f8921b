import type { Fetch } from '../api/clock.ts'
import { ConfigError } from './config-error.ts'
import { givenConnection, openConnection } from './connection.ts'
import type { Connection, ConnectionSettings } from './connection-settings.ts'
import { sameKeyPair } from './credential.ts'
import type { KeyPair } from './pem.ts'

/** The connection to one server; it is replaced when the client's certificate is. */
export class Connections {
  readonly #settings: ConnectionSettings
  readonly #fetch: Fetch | undefined
  #keyPair: KeyPair | undefined
  #connection: Promise<Connection> | undefined
  #closed = false

  /** @param fetch the caller's own, which then has to do what the settings ask for */
  constructor(settings: ConnectionSettings, fetch?: Fetch) {
    if (fetch && settings.repeatedHeaders && settings.repeatedHeaders.length > 0) {
      throw new ConfigError('as-groups, as-user-extra: a custom fetch receives only one value of each')
    }
    this.#settings = settings
    this.#fetch = fetch
  }

  /**
   * The connection that presents `keyPair`; no socket is opened before it is used.
   *
   * @throws ConfigError where the runtime cannot do what the settings ask for
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

  /** Ends what is open; idempotent. */
  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#connection?.then(
      connection => connection.close(),
      () => {},
    )
  }
}
