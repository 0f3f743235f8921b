import type { LockManager } from '@kube-informer/core'

/** What {@link WriterLock} takes. */
export interface WriterLockOptions {
  /** The lock's name: one for each collection. */
  readonly name: string
  /** Absent: nothing tells who else there is, and only the token in the collection's head does. */
  readonly locks: LockManager | undefined
  readonly takeOver: () => boolean
}

/**
 * Who writes a collection: whoever holds its Web Lock. Tabs queue for it, so that the next one keeps the collection when
 * this one has gone, however it went. The lock spares work; that nobody writes who has lost it is seen to by the head.
 */
export class WriterLock {
  readonly #options: WriterLockOptions
  readonly #end = new AbortController()
  #asked: Promise<void> | undefined
  #isHeld = false
  #letGo: () => void = () => {}

  constructor(options: WriterLockOptions) {
    this.#options = options
  }

  /** Asks for the keeping; resolves with whether it is ours now. It may become ours later, and may be taken from us. */
  async isOurs(): Promise<boolean> {
    this.#asked ??= this.#ask()
    await this.#asked
    return this.#isHeld && !this.#end.signal.aborted
  }

  /** Hands it on. Idempotent. */
  release(): void {
    this.#end.abort()
    this.#letGo()
  }

  async #ask(): Promise<void> {
    const { locks, takeOver } = this.#options
    if (!locks) this.#isHeld = true
    else if (takeOver()) await this.#request(locks, { steal: true })
    else if (!(await this.#request(locks, { ifAvailable: true }))) this.#queue(locks)
  }

  /** Resolves with the first answer, while the lock is held on. */
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
    const { signal } = this.#end
    if (signal.aborted) return
    locks.request(this.#options.name, { signal }, () => this.#hold()).catch(() => this.#lost(locks))
  }

  #hold(): Promise<void> | undefined {
    if (this.#end.signal.aborted) return
    this.#isHeld = true
    return new Promise(resolve => {
      this.#letGo = resolve
    })
  }

  /** Somebody has stolen the lock, or it is refused. Who held it waits for it like everybody else. */
  #lost(locks: LockManager): void {
    const wasHeld = this.#isHeld
    this.#isHeld = false
    if (wasHeld) this.#queue(locks)
  }
}
