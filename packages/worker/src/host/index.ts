import { type LockManager, systemClock } from '@kube-informer/core'
import type { OpenBroadcast } from '../api/broadcast.ts'
import type { InformerDefinitions } from '../api/definition.ts'
import { createIndexedDbDisk } from '../persistence/create-indexed-db-disk.ts'
import type { IndexedDbDiskOptions } from '../persistence/indexed-db-disk-options.ts'
import type { SnapshotDisk } from '../persistence/snapshot-disk.ts'
import type { HostChannel } from '../wire/channel.ts'
import { platformBroadcast, platformLocks } from '../wire/platform.ts'
import { randomId } from '../wire/random-id.ts'
import { type HostOptions, InformerHost } from './informer-host.ts'
import { serveDedicated } from './listeners/dedicated-listener.ts'
import { serveFollowers } from './listeners/leader-listener.ts'
import { holdLivenessLock } from './listeners/liveness-lock.ts'
import type { WorkerScope } from './listeners/scope-channel.ts'
import { type SharedScope, serveShared } from './listeners/shared-listener.ts'
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
export type { HostClientOptions } from './cluster/host-clusters.ts'
export type { HostOptions, InformerHost } from './informer-host.ts'
export type { WorkerScope } from './listeners/scope-channel.ts'
export type { SharedScope } from './listeners/shared-listener.ts'
export type { NetworkEvents } from './wake-watch.ts'

/** How much is kept on disk, and how: options of {@link createIndexedDbDisk}. */
export type PersistenceOptions = Pick<IndexedDbDiskOptions, 'name' | 'maxBytes' | 'maxAgeMs' | 'encrypt'>

/** Options of {@link hostInformers}. */
export interface HostInformersOptions extends Omit<HostOptions, 'lock' | 'disk' | 'locks' | 'network'> {
  /** The worker's global scope, or anything shaped like it. @default `self` */
  readonly scope?: WorkerScope | SharedScope | undefined
  /**
   * What is kept on disk of connections that have an identity; false: nothing. Which resources, each definition says. Its
   * `name` is the database's; two applications of one origin want their own, as they do of `connectInformers`'s `name`.
   * @default everything but Secrets, in IndexedDB
   */
  readonly persistence?: PersistenceOptions | false | undefined
  /** Another disk instead, whatever `persistence` says; whoever made it closes it. */
  readonly disk?: SnapshotDisk | undefined
  /** By these a worker and its pages know of each other's death. @default `navigator.locks` */
  readonly locks?: LockManager | undefined
  /** Tells when the machine is online again. @default the worker's own scope */
  readonly network?: NetworkEvents | undefined
  /** Reaches the tabs that follow a leading one. @default the platform's BroadcastChannel */
  readonly openBroadcast?: OpenBroadcast | undefined
}

/**
 * Makes a worker the home of the informers, whatever kind of worker it is: a page's own, a SharedWorker, or that of a tab
 * that works for the others. Call it once in the worker's file, before the file's first `await`, because the page's first
 * message may be waiting already.
 *
 * @example
 * // informers.worker.ts
 * import { hostInformers } from '@kube-informer/worker/host'
 * import { informers } from './informers.ts'
 *
 * hostInformers(informers)
 *
 * @example
 * // Nothing is left on this machine.
 * hostInformers(informers, { persistence: false })
 */
export function hostInformers(
  informers: InformerDefinitions,
  { scope = globalThis as unknown as WorkerScope, persistence, ...options }: HostInformersOptions = {},
): InformerHost {
  const { clock = systemClock, random = Math.random, locks = platformLocks() } = options
  const { openBroadcast = platformBroadcast(), network = networkOf(scope) } = options
  let hasPreempted = false
  const createDisk = (kept: PersistenceOptions) =>
    createIndexedDbDisk({ clock, random, locks, takeOver: () => hasPreempted, ...kept })
  const disk = options.disk ?? (persistence === false ? undefined : createDisk(persistence ?? {}))
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
  const attach = (channel: HostChannel) => host.attach(life.guard(channel))
  if ('onconnect' in scope) serveShared(scope, attach)
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

/** A worker's own global scope hears when the machine is online again. */
const networkOf = (scope: object): NetworkEvents | undefined =>
  scope === globalThis && 'addEventListener' in globalThis ? globalThis : undefined
