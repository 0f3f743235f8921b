import type { Clock, KubernetesObject, Random, ResourceDefinition } from '@kube-informer/core'
import type { Authorize } from '../access/access.ts'
import type { FaultRule } from '../faults/fault-rules.ts'
import type { ControllerChoice } from '../registry/controllers/controllers.ts'
import type { TokenTest } from '../rest/auth.ts'
import type { LoggedRequest } from '../rest/request-log.ts'

/** Options of {@link createFakeApiserver}. */
export interface FakeApiserverOptions {
  /** Resources besides the built-in ones, without a schema: a CustomResourceDefinition among the objects can say more. */
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
  readonly auth?: { readonly token?: TokenTest }
  /**
   * Decides who may do what: a refusal is a 403, and `kubectl auth can-i` says no. The user is `admin`, or whom the
   * request impersonates.
   *
   * @default everybody may do everything
   */
  readonly authorize?: Authorize
  /**
   * How many writes each resource remembers, for the states of the past as well as for watches. Of the latter a real
   * server remembers what is younger than 75 seconds, and more than 100 of it only if there is so much; so does this one.
   *
   * @default 20000
   */
  readonly historyLimit?: number
  /**
   * How many events may wait for a watch that nobody reads, before it ends; half as many while it has not read its
   * first state. A real server grants between 21 and 2001: the reader of a test shares a thread with the writer, and
   * should not be cut off by a burst in which it had no turn.
   *
   * @default 11000
   */
  readonly watchBuffer?: number
  /**
   * Which controllers run beside the server, as they do in every cluster and not in a bare apiserver: without them a
   * deleted Namespace stays, with its contents, and so does what was deleted with a cascade. They look some ms of the
   * clock after a write.
   *
   * @default none
   */
  readonly controllers?: ControllerChoice
  /** What other versions of Kubernetes do in another way. */
  readonly features?: ServerFeatures
}

/** What differs between versions of Kubernetes. */
export interface ServerFeatures {
  /** Watches may begin with the state (`sendInitialEvents`). @default true, as from Kubernetes 1.34 on */
  readonly watchList?: boolean
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
  /**
   * Forgets the history before a revision (default: now): lists and watches from before it get 410.
   *
   * @param options `keepsWatchHistory`: watches may go on starting from what the caches know, as on a real server,
   *   where only lists of past states, and watches of what is not cached, get 410 after a compaction
   */
  compact(rv?: string, options?: { readonly keepsWatchHistory?: boolean }): void
  /** Ends all watches and lets none resume: every client has to list again. */
  relist(): void
  /** Ends all watches, as a plain end of the stream; they may resume. */
  dropWatches(): void
  /**
   * Breaks all watches, whose readers get an error and lose what they had not read, and begins the caches anew: what is
   * stored stays, and a watch may start from now on only.
   */
  restart(): void
  /**
   * Holds back what one resource's watch cache, or every one, is told of writes, as behind a slow etcd: watches fall
   * silent, lists from the cache go stale, those that have to be up to date wait for 3 seconds and go past the cache.
   *
   * @returns what lets it go on
   */
  stallWatchCache(resource?: ResourceDefinition): () => void
  /** Lets go on what {@link stallWatchCache} held back. */
  resumeWatchCache(resource?: ResourceDefinition): void
  /** Takes a resource's watch cache away: its watches end, and new ones get 429 until it is ready again. */
  setReady(resource: ResourceDefinition, isReady: boolean): void
  /**
   * Refuses a bearer token from now on, or all that were seen (and requests that have none), with 401; what is open
   * ends without a word. Returns its own undo.
   */
  revokeTokens(token?: string): () => void
  readonly faults: Faults
  /** The requests so far (the latest 10,000 at least), oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** The revision of the newest write to anything. */
  readonly rv: string
  readonly openWatches: number
  readonly resources: readonly ResourceDefinition[]
  /** As they were chosen. */
  readonly features: ServerFeatures
  readonly clock: Clock
  readonly random: Random
  /**
   * Resolves when every list was read to its end (or cancelled) and every open watch has handed all it had to its
   * reader. What the reader does with it afterwards is not known here: settle the clock, too.
   */
  idle(): Promise<void>
}
