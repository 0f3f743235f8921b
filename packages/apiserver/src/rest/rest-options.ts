import type { QueryFeatures } from '@kube-informer/cacher/http'
import type { Clock, Random } from '@kube-informer/core'
import type { Access } from '../access/access.ts'
import type { Auth } from '../access/auth.ts'
import type { FaultRules } from '../faults/fault-rules.ts'
import type { Busy } from '../http/busy.ts'
import type { Kinds } from '../kinds/kinds.ts'
import type { PodLogs } from '../logs/pod-logs.ts'
import type { Writes } from '../registry/writes.ts'
import type { Storage } from '../storage/storage.ts'
import type { WatchCaches } from '../storage/watch-caches.ts'
import type { OpenWatches } from './open-watches.ts'
import type { RequestLog } from './request-log.ts'

/** The server parts behind the REST API. */
export interface RestOptions {
  readonly storage: Storage
  readonly caches: WatchCaches
  readonly writes: Writes
  readonly kinds: Kinds
  readonly clock: Clock
  readonly random: Random
  readonly faults: FaultRules
  readonly log: RequestLog
  readonly busy: Busy
  readonly watches: OpenWatches
  /** The number of events that may wait for a slow reader of a watch. */
  readonly watchBuffer: number
  readonly features: QueryFeatures
  readonly auth: Auth
  readonly access: Access
  /** Absent: logs are empty. */
  readonly logs: PodLogs | undefined
}
