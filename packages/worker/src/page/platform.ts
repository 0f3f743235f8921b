import {
  type Clock,
  type LockManager,
  type PageLifecycle,
  type Random,
  systemClock,
} from '@kube-informer/core'
import type { OpenBroadcast } from '../api/broadcast.ts'
import type { ConnectionOptions, StoragePersistence } from '../api/connection.ts'
import type { FrameScheduler } from '../api/frame-scheduler.ts'
import { sealingBroadcast } from '../transports/sealing-broadcast.ts'
import { platformBroadcast, platformLocks } from '../wire/platform.ts'
import { alwaysVisible, documentLifecycle } from './document-lifecycle.ts'
import { createFrameScheduler } from './frame-scheduler.ts'

/** The parts of the platform that a connection uses. */
export interface Platform {
  readonly clock: Clock
  readonly random: Random
  readonly lifecycle: PageLifecycle
  readonly frames: FrameScheduler
  readonly locks: LockManager | undefined
  readonly openBroadcast: OpenBroadcast | undefined
  readonly storage: StoragePersistence | undefined
}

/** The options, completed by what the platform has. */
export function platformOf(options: ConnectionOptions): Platform {
  const { clock = systemClock, lifecycle = defaultLifecycle() } = options
  return {
    clock,
    random: options.random ?? Math.random,
    lifecycle,
    frames: options.frames ?? defaultFrames(clock, lifecycle),
    locks: options.locks ?? platformLocks(),
    openBroadcast: options.openBroadcast ?? platformBroadcast(sealingBroadcast),
    storage: options.storage ?? platformStorage(),
  }
}

const inPage = (): boolean => typeof document !== 'undefined'

const defaultLifecycle = (): PageLifecycle => (inPage() ? documentLifecycle() : alwaysVisible)

/** Undefined on a page served over plain HTTP. */
const platformStorage = (): StoragePersistence | undefined =>
  typeof navigator === 'undefined' ? undefined : navigator.storage

const defaultFrames = (clock: Clock, lifecycle: PageLifecycle): FrameScheduler =>
  createFrameScheduler({
    clock,
    lifecycle,
    requestFrame: inPage() ? callback => requestAnimationFrame(callback) : undefined,
    cancelFrame: handle => cancelAnimationFrame(handle),
  })
