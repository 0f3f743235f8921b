import type { ConnectionStatus } from '../connection.ts'
import type { HostKind } from '../lines/host-line.ts'
import { callSafely } from './observed-slice.ts'

/** What changes in a status; an `error` that is undefined is taken away. */
export type StatusChange = Partial<Omit<ConnectionStatus, 'error'>> & { readonly error?: string | undefined }

/** What a connection says before it has heard of any host. */
export const initialStatus = (host: HostKind, reason: string, hasIdentity: boolean): ConnectionStatus => ({
  ...{ host, reason, state: 'connecting', restarts: 0 },
  storage: hasIdentity ? { state: 'opening' } : { state: 'off', reason: 'the connection has no identity' },
})

/** A connection's status and who follows it: one frozen object until something in it changes. */
export class StatusStore {
  /** Wrapped, so that one function may subscribe twice. */
  readonly #subscribers = new Set<{ readonly listener: (status: ConnectionStatus) => void }>()
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
    if (same(this.#status, next)) return
    this.#status = Object.freeze(next)
    for (const { listener } of [...this.#subscribers]) callSafely(() => listener(next))
  }

  subscribe(listener: (status: ConnectionStatus) => void): () => void {
    const subscriber = { listener }
    this.#subscribers.add(subscriber)
    return () => {
      this.#subscribers.delete(subscriber)
    }
  }
}

function same(a: ConnectionStatus, b: ConnectionStatus): boolean {
  const [before, after] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))]
  return before.length === after.size && before.every(([name, value]) => after.get(name) === value)
}
