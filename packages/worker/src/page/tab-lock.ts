import type { LockManager, Random } from '@kube-informer/core'
import { randomId, withResolvers } from '@kube-informer/core/internal'

/** A lock with a unique name that a tab holds until it is closed or crashes. */
export interface TabLock {
  /** The name, once the lock is held; undefined where there are no locks. */
  readonly held: Promise<string | undefined>
  release(): void
}

/** Requests a tab's lock. A host that waits for the same name is granted it when the tab is gone. */
export function holdTabLock(locks: LockManager | undefined, random: Random): TabLock {
  const held = withResolvers<string | undefined>()
  const released = withResolvers<void>()
  const name = `kube-informer:tab:${randomId(random)}`
  const hold = () => {
    held.resolve(name)
    return released.promise
  }
  // An origin without storage has no locks either.
  if (locks) locks.request(name, {}, hold).catch(() => held.resolve(undefined))
  else held.resolve(undefined)
  return { held: held.promise, release: released.resolve }
}
