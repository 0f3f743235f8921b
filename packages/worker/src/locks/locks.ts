import type { LockManager } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'

export interface HoldLockOptions {
  /** Gives up at once where another agent holds the lock. @default false */
  readonly ifAvailable?: boolean | undefined
  /** Takes the lock from its present holder. @default false */
  readonly steal?: boolean | undefined
  /** Called within the grant: the lock is held from now on. */
  readonly onGranted?: (() => void) | undefined
  /** Another agent has stolen the lock. Not called after a release. */
  readonly onLost?: ((error: unknown) => void) | undefined
  /** The request failed: locks are not available here. Not called after a release. */
  readonly onRejected?: ((error: unknown) => void) | undefined
}

/** A request for a lock, and the lock itself once it is granted. */
export interface HeldLock {
  readonly isHeld: boolean
  /** Resolves with true once the lock is held; with false once it is certain that this request will not get it. */
  readonly granted: Promise<boolean>
  /** Gives the lock up, or the place in its queue. Idempotent. */
  release(): void
}

/** Requests an exclusive lock and holds it until it is released, or stolen, or its agent terminates. */
export function holdLock(locks: LockManager, name: string, options: HoldLockOptions = {}): HeldLock {
  const { ifAvailable = false, steal = false, onGranted, onLost, onRejected } = options
  const released = new AbortController()
  let isHeld = false
  const granted = new Promise<boolean>(resolve => {
    const hold = (lock: unknown): Promise<void> | undefined => {
      const takes = lock !== null && !released.signal.aborted
      resolve(takes)
      if (!takes) return undefined
      isHeld = true
      onGranted?.()
      return new Promise(release => void onAbort(released.signal, () => release()))
    }
    const fail = (error: unknown) => {
      resolve(false)
      const wasHeld = isHeld
      isHeld = false
      if (released.signal.aborted) return
      if (wasHeld) onLost?.(error)
      else onRejected?.(error)
    }
    // The platform rejects a signal beside `ifAvailable` and beside `steal`.
    const request = ifAvailable ? { ifAvailable } : steal ? { steal } : { signal: released.signal }
    locks.request(name, request, hold).catch(fail)
  })
  return {
    get isHeld() {
      return isHeld
    },
    granted,
    release() {
      isHeld = false
      released.abort()
    },
  }
}

/**
 * Waits until no agent holds the lock exclusively: its holder has released it or has terminated. Rejects when the
 * signal aborts, or where locks are not available.
 */
export async function lockReleased(locks: LockManager, name: string, signal?: AbortSignal): Promise<void> {
  await locks.request(name, { mode: 'shared', signal }, () => {})
}
