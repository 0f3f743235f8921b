import type { LockManager } from '@kube-informer/core'
import { holdLock } from '../../locks/locks.ts'
import type { HostChannel } from '../../wire/channel.ts'

/** A lock that a host holds until it ends. Pages wait for it: once it is granted to them, the host is gone. */
export interface LivenessLock {
  /** Undefined where there are no locks. */
  readonly name: string | undefined
  /**
   * Returns a channel that sends nothing before the lock is held. A page that received the name too early would be
   * granted the lock, and would replace a running host.
   */
  guard(channel: HostChannel): HostChannel
}

/** Takes the lock, whose name must be new. It is held until the worker ends. */
export function holdLivenessLock(locks: LockManager | undefined, name: string): LivenessLock {
  if (!locks) return { name: undefined, guard: channel => channel }
  let isHeld = false
  // Where locks are rejected (an origin without storage), pages cannot request one either.
  const held = holdLock(locks, name).granted
  // The first of the callbacks, which run in the order in which they were added, so that no post overtakes those that
  // wait.
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
