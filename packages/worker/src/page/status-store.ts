import type { Freshness } from '@kube-informer/core'
import { ListenerSet } from '@kube-informer/core/internal'
import type { ConnectionStatus } from '../api/connection.ts'
import type { HostKind } from '../api/host-kind.ts'
import { keep, sameMembers } from './same-members.ts'
import { worstFreshness } from './worst-freshness.ts'

/** Why nothing changes after `close`. */
export const CLOSED = 'the connection was closed'

/** A change of a status. An undefined `error` removes the error. */
export type StatusChange = Partial<Omit<ConnectionStatus, 'error' | 'freshness'>> & {
  readonly error?: string | undefined
}

/** The status before a host has responded. */
export const initialStatus = (host: HostKind, reason: string, hasIdentity: boolean): ConnectionStatus => ({
  host,
  reason,
  state: 'connecting',
  freshness: Object.freeze({ state: 'catching-up', reason: 'connecting' }),
  restarts: 0,
  storage: hasIdentity ? { state: 'opening' } : { state: 'off', reason: 'the connection has no identity' },
})

/** A connection's status and its listeners. The object is frozen, and replaced at each change. */
export class StatusStore {
  readonly #listeners = new ListenerSet<[status: ConnectionStatus]>()
  readonly #slices: () => readonly Freshness[]
  #status: ConnectionStatus

  /** @param slices the freshness of the slices of the connection */
  constructor(status: ConnectionStatus, slices: () => readonly Freshness[]) {
    this.#status = Object.freeze(status)
    this.#slices = slices
  }

  get current(): ConnectionStatus {
    return this.#status
  }

  change(change: StatusChange = {}): void {
    const { error, freshness, ...rest } = { ...this.#status, ...change }
    const given = { ...rest, ...(error !== undefined && { error }) }
    const next: ConnectionStatus = {
      ...given,
      freshness: keep(worstFreshness(given, this.#slices()), freshness),
    }
    if (sameMembers(this.#status, next)) return
    this.#status = Object.freeze(next)
    this.#listeners.emit(next)
  }

  subscribe(listener: (status: ConnectionStatus) => void): () => void {
    return this.#listeners.add(listener)
  }
}
