import { type LockManager, systemClock } from '@kube-informer/core'
import { randomId } from '@kube-informer/core/internal'
import type { OpenBroadcast } from '../api/broadcast.ts'
import type { InformerDefinitions } from '../api/definition.ts'
import { CANNOT_STORE_KEYS, canStoreKeys } from '../persistence/can-store-keys.ts'
import { createIndexedDbDisk } from '../persistence/create-indexed-db-disk.ts'
import type { IndexedDbDiskOptions } from '../persistence/indexed-db-disk-options.ts'
import type { SnapshotDisk } from '../persistence/snapshot-disk.ts'
import type { HostChannel } from '../wire/channel.ts'
import { platformBroadcast, platformLocks } from '../wire/platform.ts'
import { type HostOptions, InformerHost } from './informer-host.ts'
import { serveDedicated } from './listeners/dedicated-listener.ts'
import { serveFollowers } from './listeners/leader-listener.ts'
import { holdLivenessLock } from './listeners/liveness-lock.ts'
import type { WorkerScope } from './listeners/scope-channel.ts'
import { type SharedScope, serveShared } from './listeners/shared-listener.ts'
import { unsealingBroadcast } from './listeners/unsealing-broadcast.ts'
import { runningHost, setRunningHost } from './running-host.ts'
import type { NetworkEvents } from './wake-watch.ts'

export type { Broadcast, OpenBroadcast } from '../api/broadcast.ts'
export type { StorageStatus } from '../api/storage-status.ts'
export { createIndexedDbDisk } from '../persistence/create-indexed-db-disk.ts'
export type { IndexedDbDiskOptions, StorageEstimates } from '../persistence/indexed-db-disk-options.ts'
export type {
  CollectionAddress,
  DiskCollection,
  DiskOwner,
  FirstPaintSnapshot,
  FirstPaintSnapshots,
  SnapshotDisk,
} from '../persistence/snapshot-disk.ts'
export type { HostClientOptions } from './clusters/host-clusters.ts'
export type { HostOptions, InformerHost } from './informer-host.ts'
export type { WorkerScope } from './listeners/scope-channel.ts'
export type { SharedScope } from './listeners/shared-listener.ts'
export type { HostLimits } from './session/host-limits.ts'
export type { NetworkEvents } from './wake-watch.ts'

/** How much is persisted: options of {@link createIndexedDbDisk}. */
export type PersistenceOptions = Pick<
  IndexedDbDiskOptions,
  'enabled' | 'name' | 'maxBytes' | 'maxAgeMs' | 'encrypt'
>

export interface HostInformersOptions extends Omit<HostOptions, 'lock' | 'disk' | 'locks' | 'network'> {
  /** The worker's global scope, or an object of that shape. @default `self` */
  readonly scope?: WorkerScope | SharedScope | undefined
  /**
   * Persistence for connections that have an identity. False turns it off, as `{ enabled: false }` does, and deletes the
   * database of an earlier version. Each definition chooses its resources. `name` names the database: two applications of
   * one origin, or workers with different definitions, need two, as for the `name` of `connectInformers`: each deletes
   * what it does not persist itself.
   * @default every defined resource except those that hold credentials, in IndexedDB
   */
  readonly persistence?: PersistenceOptions | false | undefined
  /** Another disk, used in place of `persistence`. Its creator closes it. */
  readonly disk?: SnapshotDisk | undefined
  /** A worker and its pages detect each other's end by locks. @default `navigator.locks` */
  readonly locks?: LockManager | undefined
  /** Reports that the machine is online again. @default the worker's own scope */
  readonly network?: NetworkEvents | undefined
  /** Reaches the tabs that follow a leader. @default the platform's BroadcastChannel */
  readonly openBroadcast?: OpenBroadcast | undefined
}

/**
 * Runs the informers in a worker of any kind: a page's own, a SharedWorker, or that of a leading tab. Call it once in the
 * worker's file, before the file's first `await`: the page's first message may be waiting already. A second call for the same
 * scope returns the host of the first one: WebKit evaluates a worker's file again when a chunk imports it.
 *
 * @example
 * // informers.worker.ts
 * import { hostInformers } from '@kube-informer/worker/host'
 * import { informers } from './informers.ts'
 *
 * hostInformers(informers)
 *
 * @example
 * // Persists nothing, and deletes what an earlier version persisted.
 * hostInformers(informers, { persistence: false })
 */
export function hostInformers(
  informers: InformerDefinitions,
  { scope = globalThis as unknown as WorkerScope, persistence, ...options }: HostInformersOptions = {},
): InformerHost {
  const running = runningHost(scope)
  if (running) return running
  const { clock = systemClock, random = Math.random, locks = platformLocks() } = options
  const { openBroadcast = platformBroadcast(unsealingBroadcast), network = networkOf(scope) } = options
  let hasPreempted = false
  const kept = persistence === false ? { enabled: false } : persistence
  const disk =
    options.disk ?? createIndexedDbDisk({ clock, random, locks, takeOver: () => hasPreempted, ...kept })
  const life = holdLivenessLock(locks, `kube-informer:host:${randomId(random)}`)
  const host = new InformerHost(informers, {
    ...options,
    clock,
    random,
    locks,
    disk,
    network,
    lock: life.name,
  })
  setRunningHost(scope, host)
  const attach = (channel: HostChannel) => host.attach(life.guard(channel))
  if ('onconnect' in scope) serveShared(scope, attach, kept?.encrypt ? whyUnsuited() : undefined)
  else
    serveDedicated({
      scope,
      attach,
      onLead(lead) {
        hasPreempted = lead.preempted
        if (openBroadcast) serveFollowers({ lead, openBroadcast, clock, attach })
      },
    })
  return host
}

/** Why a SharedWorker cannot encrypt what it stores. */
const whyUnsuited = async (): Promise<string | undefined> =>
  (await canStoreKeys(globalThis.crypto)) ? undefined : CANNOT_STORE_KEYS

/** Only a worker's own global scope dispatches `online` events. */
const networkOf = (scope: object): NetworkEvents | undefined =>
  scope === globalThis && 'addEventListener' in globalThis ? globalThis : undefined
