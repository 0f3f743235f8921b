import { systemClock } from '@kube-informer/core'
import { Access } from '../access/access.ts'
import { Auth } from '../access/auth.ts'
import { CustomResources } from '../crds/custom-resources.ts'
import { FaultRules } from '../faults/fault-rules.ts'
import { Busy } from '../http/busy.ts'
import { createKinds } from '../kinds/create-kinds.ts'
import { PodLogs } from '../logs/pod-logs.ts'
import { Writes } from '../registry/writes.ts'
import { OpenWatches } from '../rest/open-watches.ts'
import { RequestLog } from '../rest/request-log.ts'
import { RestHandler } from '../rest/rest-handler.ts'
import type { RestOptions } from '../rest/rest-options.ts'
import { Storage } from '../storage/storage.ts'
import { WatchCaches } from '../storage/watch-caches.ts'
import type { FakeApiserverOptions } from './fake-apiserver-api.ts'
import { storedObjects } from './stored-objects.ts'

const HISTORY_LIMIT = 20_000
const WATCH_BUFFER = 11_000

/** The parts of a server. */
export interface ServerParts extends RestOptions {
  readonly rest: RestHandler
  readonly customResources: CustomResources
}

/** Creates the parts of a server, without objects. */
export function createParts(options: FakeApiserverOptions): ServerParts {
  const { clock = systemClock, random = Math.random, features = {}, watchBuffer = WATCH_BUFFER } = options
  const kinds = createKinds(options.resources, options.selectableFields)
  const { historyLimit = HISTORY_LIMIT } = options
  const storage = new Storage(historyLimit, options.initialRevision)
  const caches = new WatchCaches({ storage, kinds, clock, random, historyLimit })
  const writes = new Writes({ storage, clock, random })
  const watches = new OpenWatches()
  const parts: RestOptions = {
    kinds,
    storage,
    caches,
    writes,
    watches,
    clock,
    random,
    features,
    watchBuffer,
    faults: new FaultRules(random),
    log: new RequestLog(),
    busy: new Busy(() => watches.hasUnread),
    auth: new Auth(options.auth?.token),
    access: new Access(storedObjects(storage), options.authorize),
    logs: options.controllers?.logs ? new PodLogs({ storage, clock }) : undefined,
  }
  return {
    ...parts,
    rest: new RestHandler(parts),
    customResources: new CustomResources({
      kinds,
      storage,
      writes,
      clock,
      onReplaced: resource => {
        // The new cache starts with a list.
        storage.collection(resource).forgetWatches(storage.current)
        caches.reset(resource)
      },
    }),
  }
}
