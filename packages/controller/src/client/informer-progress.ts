import type { Clock, KubernetesObject } from '@kube-informer/core'
import { onAbort, withResolvers } from '@kube-informer/core/internal'
import { isAtLeast } from './demand.ts'
import type { KindInformerPart } from './kind-informer.ts'

interface Waiter {
  readonly isMet: () => boolean
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

export interface InformerProgressOptions {
  readonly part: KindInformerPart<KubernetesObject>
  readonly clock: Clock
  /** Called when the informer has gone back to an older resourceVersion: the server's storage was restored. */
  readonly onReset: () => void
}

/** Waits until an informer has seen something. It observes the informer only while there is something to wait for. */
export class InformerProgress {
  readonly #options: InformerProgressOptions
  readonly #waiters = new Set<Waiter>()
  #unsubscribe: (() => void) | undefined
  #isFollowing = false
  #highest = ''

  constructor(options: InformerProgressOptions) {
    this.#options = options
    this.note()
  }

  /** Remembers how far the informer is. Detects that it has gone back. */
  note(): void {
    const covered = this.#options.part.informer.coveredResourceVersion
    const isReset = this.#highest !== '' && covered !== '' && !isAtLeast(covered, this.#highest)
    this.#highest = covered
    if (!isReset) return
    this.#options.onReset()
    for (const waiter of [...this.#waiters]) waiter.resolve()
  }

  /** Resolves once the condition holds. Rejects when the signal aborts, and when the informer stops. */
  async until(isMet: () => boolean, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    this.note()
    if (isMet()) return
    const { promise, resolve, reject } = withResolvers<void>()
    const waiter: Waiter = { isMet, resolve, reject }
    this.#add(waiter)
    const unsubscribe = onAbort(signal, reject)
    try {
      await promise
    } finally {
      unsubscribe()
      this.#remove(waiter)
    }
  }

  #add(waiter: Waiter): void {
    const { informer } = this.#options.part
    this.#waiters.add(waiter)
    if (!this.#unsubscribe) {
      const removals = [
        informer.subscribeChanges(() => this.#check()),
        informer.subscribeStatus(() => this.#onStatus()),
      ]
      this.#unsubscribe = () => {
        for (const remove of removals) remove()
      }
    }
    this.#onStatus()
  }

  #remove(waiter: Waiter): void {
    this.#waiters.delete(waiter)
    if (this.#waiters.size > 0) return
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
  }

  #onStatus(): void {
    this.#check()
    void this.#follow()
  }

  /**
   * An informer announces what it reads, and covers it once that is in its cache. No call announces the latter, so this
   * looks again in later tasks until it is done.
   */
  async #follow(): Promise<void> {
    const { part, clock } = this.#options
    if (this.#isFollowing) return
    this.#isFollowing = true
    do {
      await clock.yieldToHost()
      this.#check()
    } while (this.#waiters.size > 0 && isUpdating(part))
    this.#isFollowing = false
  }

  #check(): void {
    this.note()
    const { isStopped } = this.#options.part.informer
    for (const waiter of [...this.#waiters]) {
      if (waiter.isMet()) waiter.resolve()
      else if (isStopped) waiter.reject(new Error('the informer has stopped'))
    }
  }
}

/** Whether the informer has read more than its cache has. */
const isUpdating = ({ informer }: KindInformerPart<KubernetesObject>): boolean =>
  !informer.isStopped && informer.coveredResourceVersion !== informer.lastSyncResourceVersion
