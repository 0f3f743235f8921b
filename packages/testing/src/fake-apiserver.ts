import {
  groupResource,
  type KubernetesObject,
  type ResourceDefinition,
  systemClock,
  UsageError,
} from '@kube-informer/core'
import { Access } from './access/access.ts'
import { CustomResources } from './crds/custom-resources.ts'
import type { FakeApiserver, FakeApiserverOptions } from './fake-apiserver-api.ts'
import { FaultRules } from './faults/fault-rules.ts'
import { createKinds } from './kinds/create-kinds.ts'
import type { Kind } from './kinds/kind.ts'
import { kindOfObject, loadObjects } from './load-objects.ts'
import type { AnyObject } from './registry/any-object.ts'
import { Controllers } from './registry/controllers/controllers.ts'
import { Auth } from './rest/auth.ts'
import { Busy } from './rest/busy.ts'
import { OpenWatches } from './rest/open-watches.ts'
import { RequestLog } from './rest/request-log.ts'
import { RestHandler } from './rest/rest-handler.ts'
import { placeOf, Writes } from './rest/writes.ts'
import { Storage } from './storage/storage.ts'
import { WatchCaches } from './storage/watch-caches.ts'

export type { FakeApiserver, FakeApiserverOptions, Faults } from './fake-apiserver-api.ts'

/**
 * A Kubernetes apiserver in memory: lists with paging and snapshots, watches with history and bookmarks, writes,
 * faults.
 *
 * @example
 * const clock = new FakeClock()
 * const server = createFakeApiserver({ clock, objects: generatePods({ count: 1000, seed: 1 }) })
 * const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
 */
export function createFakeApiserver(options: FakeApiserverOptions = {}): FakeApiserver {
  const { clock = systemClock, random = Math.random, historyLimit = 20_000, watchBuffer = 11_000 } = options
  const kinds = createKinds(options.resources, options.selectableFields)
  const storage = new Storage(historyLimit)
  const caches = new WatchCaches({ storage, kinds, clock, random })
  const writes = new Writes({ storage, clock, random })
  const faults = new FaultRules(random)
  const log = new RequestLog()
  const watches = new OpenWatches()
  const busy = new Busy(() => watches.hasUnread)
  const auth = new Auth(options.auth?.token)
  const access = new Access(options.authorize)
  const { features = {} } = options
  const rest = new RestHandler({
    ...{ storage, caches, writes, kinds, clock, random, faults, log, busy, watches, watchBuffer },
    ...{ features, auth, access },
  })
  const resourceOf = (object: KubernetesObject, resource?: ResourceDefinition): ResourceDefinition =>
    resource ?? kindOfObject(object, kinds).resource
  const served = (resource: ResourceDefinition): Kind => {
    const kind = kinds.of(resource)
    if (kind) return kind
    throw new UsageError(
      `${groupResource(resource)} is not served in version ${resource.version}: name it in createFakeApiserver({ resources })`,
    )
  }
  const onReplaced = (resource: ResourceDefinition) => caches.reset(resource)
  const customResources = new CustomResources({ kinds, storage, writes, clock, onReplaced })
  /** What follows from a write of a definition has happened when the call returns. */
  const settled = <T>(result: T): T => {
    customResources.settle()
    return result
  }
  loadObjects(options.objects ?? [], { storage, writes, resourceOf }, () => customResources.takeUp())
  new Controllers(options.controllers ?? {}, { storage, kinds, clock, deletion: writes.deletion })

  return {
    fetch: (input, init) => {
      const request = toRequest(input, init)
      return rest.handle(request, init?.signal ?? request.signal)
    },
    create: <T extends KubernetesObject>(object: T, resource?: ResourceDefinition) =>
      settled(writes.insert(resourceOf(object, resource), object as KubernetesObject as AnyObject))
        .object as T,
    update: <T extends KubernetesObject>(object: T, resource?: ResourceDefinition) =>
      settled(
        writes.overwrite(
          placeOf(resourceOf(object, resource), object),
          object as KubernetesObject as AnyObject,
        ),
      ).object as T,
    delete: <T extends KubernetesObject>(object: T, resource?: ResourceDefinition) =>
      settled(writes.remove(placeOf(resourceOf(object, resource), object))) as T,
    get: <T extends KubernetesObject>(resource: ResourceDefinition<T>, key: string) =>
      storage.collection(resource).get(key)?.object as T | undefined,
    list: <T extends KubernetesObject>(resource: ResourceDefinition<T>) =>
      storage
        .collection(resource)
        .snapshot(storage.current)
        .map(stored => stored.object as T),
    keys: resource => storage.collection(resource).keys,
    compact: (rv, { keepsWatchHistory = false } = {}) => {
      const revision = rv === undefined ? storage.current : Number(rv)
      // A cache that is made later has to know what was written before.
      if (keepsWatchHistory) caches.prepare()
      storage.compact(revision)
      if (keepsWatchHistory) caches.compact(revision)
      else caches.forgetHistory(revision)
    },
    relist: () => {
      storage.forgetWatches()
      watches.end()
      caches.reload(storage.current)
    },
    dropWatches: () => watches.end(),
    restart: () => {
      watches.break()
      caches.reload(storage.current)
    },
    stallWatchCache: resource => caches.stall(resource && served(resource)),
    resumeWatchCache: resource => caches.resume(resource && served(resource)),
    setReady: (resource, isReady) => caches.setReady(served(resource), isReady),
    revokeTokens: token => {
      const undo = auth.revoke(token)
      watches.endOf(request => !auth.isAllowed(request))
      return undo
    },
    faults,
    get requests() {
      return log.requests
    },
    get rv() {
      return String(storage.current)
    },
    get openWatches() {
      return watches.size
    },
    get resources() {
      return kinds.all.map(({ resource }) => resource)
    },
    clock,
    random,
    idle: () => busy.idle(),
  }
}

/** A URL of no real host, for callers that pass paths only. */
const NOWHERE = 'http://fake-apiserver.invalid'

function toRequest(input: Request | string | URL, init: RequestInit | undefined): Request {
  if (input instanceof Request) return init ? new Request(input, init) : input
  return new Request(new URL(input, NOWHERE), init)
}
