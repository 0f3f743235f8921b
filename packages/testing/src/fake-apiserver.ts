import {
  type Clock,
  groupResource,
  type KubernetesObject,
  type Random,
  type ResourceDefinition,
  systemClock,
  UsageError,
} from '@kube-informer/core'
import { type FaultRule, FaultRules } from './faults/fault-rules.ts'
import { defaultResources } from './resources.ts'
import { Busy } from './rest/busy.ts'
import type { AnyObject } from './rest/merge-update.ts'
import { type LoggedRequest, RequestLog } from './rest/request-log.ts'
import { RestHandler } from './rest/rest-handler.ts'
import type { Watch } from './rest/watch.ts'
import { placeOf, stamp, Writes } from './rest/writes.ts'
import { Storage } from './storage/storage.ts'

/** Options of {@link createFakeApiserver}. */
export interface FakeApiserverOptions {
  /** Resources besides the default ones (pods, namespaces, nodes, configmaps, deployments, ...). */
  readonly resources?: readonly ResourceDefinition[]
  /** What is there from the beginning; resources are found by kind and apiVersion. */
  readonly objects?: Iterable<KubernetesObject>
  /** What field selectors may name besides name and namespace, by `plural.group`: `{ 'widgets.example.com': ['spec.size'] }`. */
  readonly selectableFields?: Readonly<Record<string, readonly string[]>>
  /** @default systemClock */
  readonly clock?: Clock
  /** @default Math.random */
  readonly random?: Random
  /** Refuses requests with 401 unless their bearer token is this one, or passes this test. */
  readonly auth?: { readonly token?: string | ((token: string) => boolean) }
  /** How many writes each resource remembers for watches and for the pages of a list. @default 20000 */
  readonly historyLimit?: number
  /** How many events may wait for a watch that nobody reads, before it ends. @default 10000 */
  readonly watchBuffer?: number
}

/** The faults of a server. */
export interface Faults {
  /** Adds a rule; returns its undo. */
  add(rule: FaultRule): () => void
  /** Removes all rules. */
  clear(): void
}

/** An apiserver in this process. */
export interface FakeApiserver {
  /** Answers a request. Also fits wherever a `fetch` is asked for; relative URLs are taken as paths. */
  fetch(this: void, input: Request | string | URL, init?: RequestInit): Promise<Response>
  /** Stores a new object as it is (status and all) and returns what is stored. Throws a StatusError if it exists. */
  create<T extends KubernetesObject>(object: T, resource?: ResourceDefinition): T
  /** Stores a new state of an object, unconditionally, and returns what is stored. Throws a StatusError if there is none. */
  update<T extends KubernetesObject>(object: T, resource?: ResourceDefinition): T
  /** Removes an object at once, whatever its finalizers, and returns its last state. Throws a StatusError if there is none. */
  delete<T extends KubernetesObject>(object: T, resource?: ResourceDefinition): T
  /** One object by key (`namespace/name`). */
  get<T extends KubernetesObject>(resource: ResourceDefinition<T>, key: string): T | undefined
  /** All objects in the order of their keys: what a client's cache must come to. */
  list<T extends KubernetesObject>(resource: ResourceDefinition<T>): readonly T[]
  /** All keys in order: a live view, O(1). */
  keys(resource: ResourceDefinition): readonly string[]
  /** Forgets the history before a revision (default: now): lists and watches from before it get 410. */
  compact(rv?: string): void
  /** Ends all watches and lets none resume: every client has to list again. */
  relist(): void
  /** Ends all watches, as a plain end of the stream; they may resume. */
  dropWatches(): void
  readonly faults: Faults
  /** The requests so far (the latest 10,000 at least), oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** The revision of the newest write to anything. */
  readonly rv: string
  readonly openWatches: number
  readonly resources: readonly ResourceDefinition[]
  readonly clock: Clock
  readonly random: Random
  /**
   * Resolves when every list was read to its end (or cancelled) and every open watch has handed all it had to its
   * reader. What the reader does with it afterwards is not known here: settle the clock, too.
   */
  idle(): Promise<void>
}

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
  const { clock = systemClock, random = Math.random, historyLimit = 20_000, watchBuffer = 10_000 } = options
  const resources = withDefaults(options.resources ?? [])
  const storage = new Storage(historyLimit)
  const writes = new Writes({ storage, clock, random })
  const faults = new FaultRules(random)
  const log = new RequestLog()
  const busy = new Busy()
  const watches = new Map<Watch, Request>()
  const rest = new RestHandler({
    ...{ storage, writes, resources, clock, random, faults, log, busy, watches, watchBuffer },
    selectableFields: options.selectableFields ?? {},
    isAllowed: tokenTest(options.auth?.token),
  })
  const resourceOf = (object: KubernetesObject, resource?: ResourceDefinition): ResourceDefinition =>
    resource ?? inferResource(object, resources)
  const endWatches = () => {
    for (const watch of [...watches.keys()]) watch.end()
  }
  load(options.objects ?? [], storage, writes, resourceOf)

  return {
    fetch: (input, init) => {
      const request = toRequest(input, init)
      return rest.handle(request, init?.signal ?? request.signal)
    },
    create: <T extends KubernetesObject>(object: T, resource?: ResourceDefinition) =>
      writes.insert(resourceOf(object, resource), object as KubernetesObject as AnyObject).object as T,
    update: <T extends KubernetesObject>(object: T, resource?: ResourceDefinition) =>
      writes.overwrite(placeOf(resourceOf(object, resource), object), object as KubernetesObject as AnyObject)
        .object as T,
    delete: <T extends KubernetesObject>(object: T, resource?: ResourceDefinition) =>
      writes.remove(placeOf(resourceOf(object, resource), object)) as T,
    get: <T extends KubernetesObject>(resource: ResourceDefinition<T>, key: string) =>
      storage.collection(resource).get(key)?.object as T | undefined,
    list: <T extends KubernetesObject>(resource: ResourceDefinition<T>) =>
      storage
        .collection(resource)
        .snapshot(storage.current)
        .map(stored => stored.object as T),
    keys: resource => storage.collection(resource).keys,
    compact: rv => storage.compact(rv === undefined ? storage.current : Number(rv)),
    relist: () => {
      storage.forgetWatches()
      endWatches()
    },
    dropWatches: endWatches,
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
    resources,
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

function withDefaults(added: readonly ResourceDefinition[]): readonly ResourceDefinition[] {
  const names = new Set(added.map(groupResource))
  return [...defaultResources.filter(resource => !names.has(groupResource(resource))), ...added]
}

function tokenTest(
  token: string | ((token: string) => boolean) | undefined,
): (token: string | undefined) => boolean {
  if (token === undefined) return () => true
  return given => given !== undefined && (typeof token === 'string' ? given === token : token(given))
}

function inferResource(
  { kind, apiVersion = 'v1' }: KubernetesObject,
  resources: readonly ResourceDefinition[],
): ResourceDefinition {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const found = resources.find(
    known => known.kind === kind && known.version === version && known.group === group,
  )
  if (!found)
    throw new UsageError(
      `no resource for kind ${JSON.stringify(kind)} in ${JSON.stringify(apiVersion)}: give the object both, or pass the resource`,
    )
  return found
}

/** Puts the first objects in without a history: a watch starts behind them. */
function load(
  objects: Iterable<KubernetesObject>,
  storage: Storage,
  writes: Writes,
  resourceOf: (object: KubernetesObject) => ResourceDefinition,
): void {
  const grouped = Map.groupBy(objects, object => resourceOf(object))
  for (const [resource, members] of grouped) {
    storage.collection(resource).load(
      members.map(object => {
        const { namespace, name } = placeOf(resource, object)
        const complete = writes.complete(resource, object as KubernetesObject as AnyObject)
        const key = namespace ? `${namespace}/${name}` : name
        return { key, build: (revision: number) => stamp(complete, revision) }
      }),
    )
  }
}
