import type { LockManager } from '@kube-informer/core'
import { type HeldLock, type HoldLockOptions, holdLock } from '../locks/locks.ts'

export interface WriterLockOptions {
  /** The lock's name: one for each collection. */
  readonly name: string
  /** Absent: every host may write, and only the token in the collection's head detects a second writer. */
  readonly locks: LockManager | undefined
  readonly takeOver: () => boolean
}

/**
 * The Web Lock of a collection's writer. Tabs queue for it, so the next tab becomes the writer when this one closes or
 * crashes. The lock only avoids wasted work: writes of a store that lost it are rejected by the check of the head record.
 */
export class WriterLock {
  readonly #options: WriterLockOptions
  #requested: Promise<void> | undefined
  #lock: HeldLock | undefined
  #isReleased = false

  constructor(options: WriterLockOptions) {
    this.#options = options
  }

  /** Requests the lock once; resolves with whether this store holds it now. It can be granted or stolen later. */
  async isHeld(): Promise<boolean> {
    this.#requested ??= this.#request()
    await this.#requested
    return !this.#isReleased && (!this.#options.locks || this.#lock?.isHeld === true)
  }

  /** Releases the lock to the next store in the queue. Idempotent. */
  release(): void {
    this.#isReleased = true
    this.#lock?.release()
  }

  async #request(): Promise<void> {
    const { locks, takeOver } = this.#options
    if (!locks) return
    const steal = takeOver()
    const isGranted = await this.#hold(locks, steal ? { steal } : { ifAvailable: true })
    if (!isGranted && !steal) this.#queue(locks)
  }

  /** Waits for the lock, also after another store has stolen it. */
  #queue(locks: LockManager): void {
    if (!this.#isReleased) void this.#hold(locks, {})
  }

  #hold(locks: LockManager, options: HoldLockOptions): Promise<boolean> {
    this.#lock = holdLock(locks, this.#options.name, { ...options, onLost: () => this.#queue(locks) })
    return this.#lock.granted
  }
}
