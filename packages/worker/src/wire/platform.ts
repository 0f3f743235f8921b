import type { LockManager } from '@kube-informer/core'
import type { OpenBroadcast } from '../api/broadcast.ts'

/** The platform's Web Locks; undefined where there are none, as on a page served over plain HTTP. */
export function platformLocks(): LockManager | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.locks
}

/** The platform's broadcast channels; undefined where there are none. */
export function platformBroadcast(): OpenBroadcast | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : name => new BroadcastChannel(name)
}
