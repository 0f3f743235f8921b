import { type Clock, isNotFound, isUnexpectedServerError } from '@kube-informer/core'
import { within } from '../api/within.ts'
import type { ElapsedTime, Moment } from './elapsed-time.ts'
import { type LeaderElectionRecord, microTime } from './leader-election-record.ts'
import { LeaseLostError } from './lease-lost-error.ts'
import { ObservedRecord } from './observed-record.ts'
import type { ResourceLock } from './resource-lock.ts'

export interface LeaseAttemptsOptions {
  readonly lock: ResourceLock
  readonly leaseDurationMs: number
  readonly requestTimeoutMs: number
  readonly coordinated: boolean
  readonly clock: Clock
  readonly time: ElapsedTime
  /** Called when a renewal had to read the lease. */
  readonly onSlowPath: () => void
}

/** The largest number that the apiserver accepts. */
const MAX_TRANSITIONS = 2 ** 31 - 1

/** The fields of a record that depend on the previous one. */
type Kept = Partial<LeaderElectionRecord>

/** Single attempts to acquire, renew and release a lease. Each request has a time limit. */
export class LeaseAttempts {
  readonly observed: ObservedRecord
  readonly #options: LeaseAttemptsOptions
  #mayHold = false

  constructor(options: LeaseAttemptsOptions) {
    this.#options = options
    this.observed = new ObservedRecord(options.time)
  }

  /** Whether a write was sent that may have made this process the holder. */
  get mayHold(): boolean {
    return this.#mayHold
  }

  /** Resolves with the time at which the successful write was sent; with undefined if the lease is not free. */
  async acquire(signal: AbortSignal): Promise<Moment | undefined> {
    const read = await this.#read(signal)
    if (!read) return this.#options.coordinated ? undefined : this.#hold('create', {}, signal)
    if (!this.#isFree(read)) return undefined
    if (this.#isMine(read)) return this.#renewAfterRead(read, signal)
    const leaderTransitions = Math.min(read.leaderTransitions + 1, MAX_TRANSITIONS)
    return this.#hold('update', { leaderTransitions }, signal)
  }

  /**
   * Renews the lease, and reads it only if the write fails. Resolves with the time at which the write was sent. Rejects with
   * a LeaseLostError if this process is not the holder any more, and with another error if that is unknown.
   */
  async renew(signal: AbortSignal): Promise<Moment> {
    const { coordinated } = this.#options
    if (!coordinated) {
      const { acquireTime, leaderTransitions } = this.observed.record
      try {
        return await this.#hold('update', { acquireTime, leaderTransitions }, signal)
      } catch {
        signal.throwIfAborted()
      }
    }
    const read = await this.#read(signal)
    if (!read && !coordinated) return this.#hold('create', {}, signal)
    if (!read) throw new LeaseLostError('the lease was deleted')
    if (!this.#isMine(read)) throw new LeaseLostError('another process holds the lease, or it was released')
    if (!this.#isFree(read)) throw new LeaseLostError('the coordinator has ended the term')
    return this.#renewAfterRead(read, signal)
  }

  /** Clears the holder if it is this process. A Conflict means that the lease has changed since it was read. */
  async release(signal: AbortSignal): Promise<void> {
    const read = await this.#read(signal)
    if (!read || !this.#isMine(read)) return
    const { leaderTransitions } = read
    await this.#write('update', { holderIdentity: '', leaseDurationSeconds: 1, leaderTransitions }, signal)
    this.#mayHold = false
  }

  #isMine({ holderIdentity }: LeaderElectionRecord): boolean {
    return holderIdentity === this.#options.lock.identity
  }

  /** Whether this process may write itself into a record that was just read. */
  #isFree(read: LeaderElectionRecord): boolean {
    const { hasExpired } = this.observed
    if (this.#options.coordinated) return this.#isMine(read) && !hasExpired && read.preferredHolder === ''
    return this.#isMine(read) || read.holderIdentity === '' || hasExpired
  }

  #renewAfterRead(read: LeaderElectionRecord, signal: AbortSignal): Promise<Moment> {
    const { acquireTime, leaderTransitions } = read
    const strategy = this.#options.coordinated ? read.strategy : ''
    this.#options.onSlowPath()
    return this.#hold('update', { acquireTime, leaderTransitions, strategy }, signal)
  }

  /** The record, or undefined if the lease is missing. */
  async #read(signal: AbortSignal): Promise<LeaderElectionRecord | undefined> {
    try {
      const read = await this.#request(signal, limited => this.#options.lock.get({ signal: limited }))
      this.observed.read(read)
      if (!this.#isMine(read)) this.#mayHold = false
      return read
    } catch (error) {
      if (!isNotFound(error) || isUnexpectedServerError(error)) throw error
      this.#mayHold = false
      return undefined
    }
  }

  #hold(verb: 'create' | 'update', kept: Kept, signal: AbortSignal): Promise<Moment> {
    this.#mayHold = true
    return this.#write(verb, kept, signal)
  }

  async #write(verb: 'create' | 'update', kept: Kept, signal: AbortSignal): Promise<Moment> {
    const { lock, leaseDurationMs, clock, time } = this.#options
    const now = microTime(clock.now())
    const record: LeaderElectionRecord = {
      holderIdentity: lock.identity,
      leaseDurationSeconds: Math.floor(leaseDurationMs / 1000),
      acquireTime: now,
      renewTime: now,
      leaderTransitions: 0,
      strategy: '',
      preferredHolder: '',
      ...kept,
    }
    const sentAt = time.now()
    await this.#request(signal, limited => lock[verb](record, { signal: limited }))
    this.observed.written(record, sentAt)
    return sentAt
  }

  #request<T>(signal: AbortSignal, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock, requestTimeoutMs } = this.#options
    return within(requestTimeoutMs, { clock, signal }, request)
  }
}
