import type { LockManager } from '@kube-informer/core'
import type { Broadcast, OpenBroadcast } from '../api/broadcast.ts'

/** The platform's Web Locks; undefined where there are none, as on a page served over plain HTTP. */
export function platformLocks(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.locks
}

/** The platform's broadcast channels, each wrapped by `wrap`; undefined where there are none. */
export function platformBroadcast(wrap: (channel: Broadcast) => Broadcast): OpenBroadcast | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : name => wrap(new BroadcastChannel(name))
}
