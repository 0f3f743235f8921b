import type { LockManager, Random } from '@kube-informer/core'
import { withResolvers } from '@kube-informer/core/internal'
import { randomId } from '../wire/random-id.ts'

/** A lock that a tab holds as long as it lives, under a name that no other has. */
export interface TabLock {
  /** The name, once the lock is held; undefined where there are no locks. */
  readonly held: Promise<string | undefined>
  release(): void
}

/** Takes one. Whoever hears its name may wait for it, and is granted it when this tab is gone. */
export function holdTabLock(locks: LockManager | undefined, random: Random): TabLock {
  if (!locks) return { held: Promise.resolve(undefined), release: () => {} }
  const name = `kube-informer:tab:${randomId(random)}`
  const { promise: end, resolve: release } = withResolvers<void>()
  const held = new Promise<string | undefined>(resolve => {
    const hold = () => {
      resolve(name)
      return end
    }
    // An origin without storage has no locks either.
    locks.request(name, {}, hold).catch(() => resolve(undefined))
  })
  return { held, release }
}
