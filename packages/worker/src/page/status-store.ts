import { ListenerSet } from '@kube-informer/core/internal'
import type { ConnectionStatus } from '../api/connection.ts'
import type { HostKind } from '../api/host-kind.ts'
import { sameMembers } from './same-members.ts'

/** Why nothing changes after `close`. */
export const CLOSED = 'the connection was closed'

/** A change of a status. An undefined `error` removes the error. */
export type StatusChange = Partial<Omit<ConnectionStatus, 'error'>> & { readonly error?: string | undefined }

/** The status before a host has responded. */
export const initialStatus = (host: HostKind, reason: string, hasIdentity: boolean): ConnectionStatus => ({
  host,
  reason,
  state: 'connecting',
  restarts: 0,
  storage: hasIdentity ? { state: 'opening' } : { state: 'off', reason: 'the connection has no identity' },
})

/** A connection's status and its listeners. The object is frozen, and replaced at each change. */
export class StatusStore {
  readonly #listeners = new ListenerSet<[status: ConnectionStatus]>()
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
    this.#listeners.emit(next)
  }

  subscribe(listener: (status: ConnectionStatus) => void): () => void {
    return this.#listeners.add(listener)
  }
}
