import type { GrantedLock, LockRequestOptions } from '@kube-informer/core'
import { onAbort, withResolvers } from '@kube-informer/core/internal'
import type { FakeLockAgent } from './fake-lock-agent.ts'
import { Inbox } from './inbox.ts'
import type { LockClaim, LockQueue } from './lock-queue.ts'

export interface LockAgentOptions {
  readonly name: string
  readonly queueOf: (lock: string) => LockQueue
  readonly queues: () => readonly LockQueue[]
}

/** A tab or worker: it is notified in microtasks, and not while it is frozen or after it died. */
export class LockAgent implements FakeLockAgent {
  readonly name: string
  readonly #options: LockAgentOptions
  readonly #inbox = new Inbox()

  constructor(options: LockAgentOptions) {
    this.name = options.name
    this.#options = options
  }

  request<T>(
    lock: string,
    options: LockRequestOptions,
    callback: (lock: GrantedLock | null) => Promise<T> | T,
  ): Promise<T> {
    const { promise, resolve, reject } = withResolvers<T>()
    if (this.#inbox.isDead) return promise
    const rejection = optionsError(options)
    if (rejection) return Promise.reject(rejection)
    const queue = this.#options.queueOf(lock)
    let over = false
    const run = async (granted: GrantedLock | null) => {
      if (over) return
      unsubscribe()
      const result = (async () => callback(granted))()
      await result.catch(() => undefined)
      if (this.#inbox.isDead) return
      queue.remove(claim)
      resolve(result)
    }
    const claim: LockClaim = {
      mode: options.mode ?? 'exclusive',
      owner: this,
      grant: granted => this.#inbox.add(() => void run(granted)),
      preempt: () =>
        this.#inbox.add(() =>
          reject(new DOMException('the lock was stolen by another request', 'AbortError')),
        ),
    }
    const unsubscribe = onAbort(options.signal, reason => {
      over = true
      queue.remove(claim)
      reject(reason)
    })
    queue.add(claim, options)
    return promise
  }

  die(): void {
    this.#inbox.die()
    for (const queue of this.#options.queues()) queue.removeOwner(this)
  }

  freeze(): void {
    this.#inbox.freeze()
  }

  thaw(): void {
    this.#inbox.thaw()
  }
}

/** The errors that `navigator.locks` reports for invalid options. */
function optionsError({ mode, steal, ifAvailable, signal }: LockRequestOptions): Error | undefined {
  const refuse = (text: string) => new DOMException(text, 'NotSupportedError')
  if (signal?.aborted) return signal.reason
  if (steal && ifAvailable) return refuse("'steal' and 'ifAvailable' cannot be used together")
  if (steal && mode === 'shared') return refuse("'steal' is for exclusive locks")
  if (signal && (steal || ifAvailable)) return refuse("'signal' cannot be used with 'steal' or 'ifAvailable'")
  return undefined
}
