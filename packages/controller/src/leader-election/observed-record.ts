import type { ElapsedTime, Moment } from './elapsed-time.ts'
import { type LeaderElectionRecord, recordOfSpec, recordText } from './leader-election-record.ts'

/** The record that an elector saw last, and when it saw the record change. Times of the record itself are never compared. */
export class ObservedRecord {
  readonly #time: ElapsedTime
  #record = recordOfSpec()
  #text: string | undefined
  #changedAt: Moment

  constructor(time: ElapsedTime) {
    this.#time = time
    this.#changedAt = time.now()
  }

  get record(): LeaderElectionRecord {
    return this.#record
  }

  /** Takes over a record that was read. Only a change restarts its duration. */
  read(record: LeaderElectionRecord): void {
    const text = recordText(record)
    if (text !== this.#text) this.#set(record, text, this.#time.now())
  }

  /** Takes over an own record that was sent at this moment. */
  written(record: LeaderElectionRecord, sentAt: Moment): void {
    this.#set(record, recordText(record), sentAt)
  }

  /** Whether no change was seen for as long as the record says. */
  get hasExpired(): boolean {
    return this.#time.monotonicSince(this.#changedAt) >= this.#record.leaseDurationSeconds * 1000
  }

  /** How long ago the record changed. */
  get ageMs(): number {
    return this.#time.longestSince(this.#changedAt)
  }

  #set(record: LeaderElectionRecord, text: string, changedAt: Moment): void {
    this.#record = record
    this.#text = text
    this.#changedAt = changedAt
  }
}
