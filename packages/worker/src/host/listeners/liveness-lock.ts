import type { LockManager } from '@kube-informer/core'
import type { HostChannel } from '../../wire/channel.ts'

/** A lock that a host holds as long as it lives; pages wait for it, and know that the host is dead when they get it. */
export interface LivenessLock {
  /** Undefined where there are no locks. */
  readonly name: string | undefined
  /**
   * The same channel, but nothing is said on it before the lock is held: a page that heard its name too early would get it,
   * and take a living host for dead.
   */
  guard(channel: HostChannel): HostChannel
}

/** Takes the lock, which nobody else can have: the name is new. It is held until the worker is gone. */
export function holdLivenessLock(locks: LockManager | undefined, name: string): LivenessLock {
  if (!locks) return { name: undefined, guard: channel => channel }
  let isHeld = false
  const held = new Promise<void>(resolve => {
    const hold = () => {
      resolve()
      return new Promise<never>(() => {})
    }
    // Where locks are refused (an origin without storage), pages cannot ask for one either.
    locks.request(name, {}, hold).catch(() => resolve())
  })
  // The first of the callbacks, which run in the order in which they were added: no post overtakes those that waited.
  void held.then(() => {
    isHeld = true
  })
  const guard = (channel: HostChannel): HostChannel => ({
    post: message => (isHeld ? channel.post(message) : void held.then(() => channel.post(message))),
    listen: listener => channel.listen(listener),
    close: () => (isHeld ? channel.close() : void held.then(() => channel.close())),
  })
  return { name, guard }
}
