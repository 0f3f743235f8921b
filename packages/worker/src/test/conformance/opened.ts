import { afterEach, beforeEach } from 'vitest'
import type { Connection, ConnectionOptions } from '../../api/connection.ts'
import { BASE_URL, type informers, type ServerControl, TOKEN } from '../informers.ts'

/** A connection under test and its server. */
export interface Opened {
  readonly connection: Connection<typeof informers>
  readonly server: ServerControl
  /** One more connection of the same origin to the same server. */
  another(options: ConnectionOptions): Connection<typeof informers>
  /** Terminates the host without notice, like a crash; absent if the host cannot terminate alone. */
  readonly kill?: (() => void) | undefined
  /** Releases what was created for the connection, after it is closed. */
  readonly end?: (() => void) | undefined
}

export type Open = (options: ConnectionOptions) => Promise<Opened> | Opened

/** An identity that no other test uses, because a sign-out applies to the whole origin. */
export const newIdentity = (): string => `user-${crypto.randomUUID()}`

/** Opens a connection before each test, and closes it afterwards. */
export function openBeforeEach(open: Open, onOpened: (opened: Opened) => void): void {
  let opened: Opened
  beforeEach(async () => {
    opened = await open({ baseUrl: BASE_URL, getToken: () => TOKEN, identity: newIdentity() })
    onOpened(opened)
  })
  afterEach(() => {
    opened.connection.close()
    opened.end?.()
  })
}
