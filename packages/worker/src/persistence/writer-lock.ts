import type { LockManager } from '@kube-informer/core'

/** What {@link WriterLock} takes. */
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
  readonly #released = new AbortController()
  #requested: Promise<void> | undefined
  #isHeld = false
  #unlock: () => void = () => {}

  constructor(options: WriterLockOptions) {
    this.#options = options
  }

  /** Requests the lock once; resolves with whether this store holds it now. It can be granted or stolen later. */
  async isHeld(): Promise<boolean> {
    this.#requested ??= this.#acquire()
    await this.#requested
    return this.#isHeld && !this.#released.signal.aborted
  }

  /** Releases the lock to the next store in the queue. Idempotent. */
  release(): void {
    this.#released.abort()
    this.#unlock()
  }

  async #acquire(): Promise<void> {
    const { locks, takeOver } = this.#options
    if (!locks) this.#isHeld = true
    else if (takeOver()) await this.#request(locks, { steal: true })
    else if (!(await this.#request(locks, { ifAvailable: true }))) this.#queue(locks)
  }

  /** Resolves as soon as the lock is granted or unavailable; a granted lock stays held. */
  #request(locks: LockManager, options: { steal: true } | { ifAvailable: true }): Promise<boolean> {
    return new Promise(resolve => {
      const granted = locks.request(this.#options.name, options, lock => {
        resolve(lock !== null)
        return lock ? this.#hold() : undefined
      })
      granted.catch(() => {
        resolve(false)
        this.#lost(locks)
      })
    })
  }

  #queue(locks: LockManager): void {
    const { signal } = this.#released
    if (signal.aborted) return
    locks.request(this.#options.name, { signal }, () => this.#hold()).catch(() => this.#lost(locks))
  }

  #hold(): Promise<void> | undefined {
    if (this.#released.signal.aborted) return
    this.#isHeld = true
    return new Promise(resolve => {
      this.#unlock = resolve
    })
  }

  /** The lock was stolen, or the request was rejected. A store that held it queues for it again. */
  #lost(locks: LockManager): void {
    const wasHeld = this.#isHeld
    this.#isHeld = false
    if (wasHeld) this.#queue(locks)
  }
}
