import type { ConnectionStatus } from '../api/connection.ts'
import type { HostKind } from '../api/host-kind.ts'
import { Listeners } from './listeners.ts'
import { sameMembers } from './same-members.ts'

/** What changes in a status; an `error` that is undefined is taken away. */
export type StatusChange = Partial<Omit<ConnectionStatus, 'error'>> & { readonly error?: string | undefined }

/** What a connection says before it has heard of any host. */
export const initialStatus = (host: HostKind, reason: string, hasIdentity: boolean): ConnectionStatus => ({
  ...{ host, reason, state: 'connecting', restarts: 0 },
  storage: hasIdentity ? { state: 'opening' } : { state: 'off', reason: 'the connection has no identity' },
})

/** A connection's status and who follows it: one frozen object until something in it changes. */
export class StatusStore {
  readonly #listeners = new Listeners<[status: ConnectionStatus]>()
  #status: ConnectionStatus

  constructor(status: ConnectionStatus) {
    this.#status = Object.freeze(status)
  }

  get current(): ConnectionStatus {
    return this.#status
  }

  change(change: StatusChange): void {
    const { error, ...rest } = { ...this.#status, ...change }
    const next: ConnectionStatus = { ...rest, ...(error !== undefined && { error }) }
    if (sameMembers(this.#status, next)) return
    this.#status = Object.freeze(next)
    this.#listeners.tell(next)
  }

  subscribe(listener: (status: ConnectionStatus) => void): () => void {
    return this.#listeners.add(listener)
  }
}
