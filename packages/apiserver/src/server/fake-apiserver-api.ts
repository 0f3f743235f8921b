import type { Clock, KubernetesObject, ObjectName, Random, ResourceDefinition } from '@kube-informer/core'
import type { TokenTest } from '../access/auth.ts'
import type { Authorize, Authorizer } from '../access/authorizer.ts'
import type { ControllerChoice } from '../controllers/controllers.ts'
import type { FaultRule } from '../faults/fault-rules.ts'
import type { LoggedRequest } from '../rest/request-log.ts'

/** What the server starts with: resources, objects, users, clock. Without options it has the built-in resources and the namespaces of a new cluster. */
export interface FakeApiserverOptions {
  /**
   * Resources besides the built-in ones, without a schema. For a schema, add a CustomResourceDefinition to `objects`.
   */
  readonly resources?: readonly ResourceDefinition[]
  /**
   * The initial objects; their resources are found by kind and apiVersion. Lazy ones, like those of `lazyPods`, are built
   * when they are first read.
   */
  readonly objects?: Iterable<KubernetesObject>
  /**
   * The resourceVersion before the first object. A server that replaces an earlier one at the same URL needs a higher one
   * than the earlier server reached: clients then list again, instead of resuming from a state of another cluster.
   *
   * @default 1000
   */
  readonly initialRevision?: number
  /**
   * Fields for field selectors besides name and namespace, by `plural.group`: `{ 'widgets.example.com': ['spec.size']
   * }`.
   */
  readonly selectableFields?: Readonly<Record<string, readonly string[]>>
  /** @default systemClock */
  readonly clock?: Clock
  /** @default Math.random */
  readonly random?: Random
  /**
   * Rejects requests with 401 unless their bearer token is this one, or this function accepts it. The function may
   * return the user of the token, to whom `authorize` and reviews then refer.
   *
   * @example auth: { token: token => users.get(token) } // a Map of { username, groups }
   */
  readonly auth?: { readonly token?: TokenTest }
  /**
   * Authorizes requests: a rejected one gets a 403, and `kubectl auth can-i` answers no. The user is that of the token,
   * by default `admin`, or the impersonated user: the administrator may impersonate everyone, others need the verb
   * `impersonate` on the resources `users`, `groups`, `uids` and `userextras`. With `rbacAuthorizer` the server's own
   * Roles and bindings decide.
   *
   * @default every request is allowed
   */
  readonly authorize?: Authorize | Authorizer
  /**
   * The number of writes that each resource keeps, for reads of past states and for watches. For watches a real server
   * keeps writes of the last 75 seconds, and at least 100; this limit applies in addition.
   *
   * @default 20000
   */
  readonly historyLimit?: number
  /**
   * The number of events that may wait for a slow reader before its watch ends; half as many before it has read its
   * initial list. A real server allows between 21 and 2001. The default is higher, since the readers of a test share a
   * thread with the writer.
   *
   * @default 11000
   */
  readonly watchBuffer?: number
  /**
   * The controllers to run, as in a cluster. Without them (a bare apiserver) a deleted Namespace and its contents stay,
   * and so do the dependents of deleted objects. They run some ms of the clock after a write.
   *
   * @default none
   */
  readonly controllers?: ControllerChoice
  /** Features that differ between versions of Kubernetes. */
  readonly features?: ServerFeatures
}

/** Features that differ between versions of Kubernetes. */
export interface ServerFeatures {
  /** Watches can start with the initial list (`sendInitialEvents`). @default true, as from Kubernetes 1.34 on */
  readonly watchList?: boolean
}

/** The fault rules of a server. */
export interface Faults {
  /** Adds a rule; returns a function that removes it. */
  add(rule: FaultRule): () => void
  /** Removes all rules. */
  clear(): void
  /** The rules that still apply; `times` is what is left of it. */
  readonly active: readonly FaultRule[]
}

/** An apiserver in this process. */
export interface FakeApiserver {
  /** Handles a request. Can replace `fetch` anywhere; relative URLs are treated as paths. */
  fetch(this: void, input: Request | string | URL, init?: RequestInit): Promise<Response>
  /**
   * Stores a new object without validation, including its status; returns the stored object. Throws a StatusError if it
   * exists.
   */
  create<T extends KubernetesObject>(object: T, resource?: ResourceDefinition): T
  /** Replaces an object unconditionally; returns the stored object. Throws a StatusError if it does not exist. */
  update<T extends KubernetesObject>(object: T, resource?: ResourceDefinition): T
  /**
   * Removes an object immediately, despite finalizers; returns its last state. Throws a StatusError if it does not
   * exist.
   *
   * @example
   * server.delete(pods, 'default/web-0')
   * server.delete(pod)
   */
  delete<T extends KubernetesObject>(resource: ResourceDefinition<T>, name: ObjectName): T
  delete<T extends KubernetesObject>(object: T, resource?: ResourceDefinition): T
  /**
   * One object; undefined if it does not exist. A UsageError, as for `list` and `keys`, if the server has no such resource.
   *
   * @example
   * server.get(pods, 'default/web-0')
   * server.get(pod)
   */
  get<T extends KubernetesObject>(resource: ResourceDefinition<T>, name: ObjectName): T | undefined
  get<T extends KubernetesObject>(object: T, resource?: ResourceDefinition): T | undefined
  /** All objects in key order: the expected content of a client's cache. */
  list<T extends KubernetesObject>(resource: ResourceDefinition<T>): readonly T[]
  /** All keys in order: a live view, O(1). */
  keys(resource: ResourceDefinition): readonly string[]
  /**
   * Discards the history before a revision (default: now): lists and watches from before it get 410.
   *
   * @param options `keepsWatchHistory`: watches may still start from what the watch caches hold, as on a real server,
   *   where a compaction affects only lists of past states and watches without a cache
   */
  compact(rv?: string, options?: { readonly keepsWatchHistory?: boolean }): void
  /** Ends all watches and prevents them from resuming: every client has to relist. */
  relist(): void
  /** Ends all watches cleanly; they may resume. */
  dropWatches(): void
  /**
   * Breaks all watches, whose readers get an error and lose unread events, and rebuilds the watch caches: stored
   * objects stay, and watches can only start from now on.
   */
  restart(): void
  /**
   * Delays the updates of one resource's watch cache, or of all, as with a slow etcd: watches get no events, lists from
   * the cache are stale, and consistent reads wait for 3 seconds and then bypass the cache.
   *
   * @returns a function that resumes the updates
   */
  stallWatchCache(resource?: ResourceDefinition): () => void
  /** Resumes the updates that {@link stallWatchCache} delays. */
  resumeWatchCache(resource?: ResourceDefinition): void
  /** Makes a resource's watch cache unavailable: its watches end, and new ones get 429 until it is ready again. */
  setReady(resource: ResourceDefinition, isReady: boolean): void
  /**
   * Rejects a bearer token from now on, or all tokens seen so far (and requests without one), with 401; open watches of
   * these requests end without an error. Returns a function that accepts them again.
   */
  revokeTokens(token?: string): () => void
  readonly faults: Faults
  /** The requests so far, oldest first; at least the latest 10,000. */
  readonly requests: readonly LoggedRequest[]
  /** The revision of the latest write to any resource. */
  readonly rv: string
  readonly openWatches: number
  readonly resources: readonly ResourceDefinition[]
  /** The options of {@link createFakeApiserver}. */
  readonly features: ServerFeatures
  readonly clock: Clock
  readonly random: Random
  /**
   * Resolves when every list body was read or cancelled and every open watch has delivered all its events to the
   * reader. It does not wait for the reader's own processing; settle the clock for that.
   */
  idle(): Promise<void>
}
