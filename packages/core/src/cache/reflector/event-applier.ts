import { ProtocolError, StatusError } from '../../api/errors.ts'
import type { KubernetesObject, WatchEvent } from '../../api/object.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import type { ListerWatcher } from '../../client/lister-watcher.ts'
import type { ReflectorStore } from '../queue/queue.ts'
import type { ReflectorObserver } from './reflector-observer.ts'

const KIND = ['kind']
const EVENT_TYPES: ReadonlySet<string> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'])

/** Options of {@link EventApplier}. */
export interface EventApplierOptions<T> {
  readonly listerWatcher: ListerWatcher<T>
  readonly store: ReflectorStore<T>
  readonly observer: ReflectorObserver
  readonly initialResourceVersion: string
}

/** Hands to a store what a Reflector receives, and knows the version that the store is at by that. */
export class EventApplier<T> {
  readonly #listerWatcher: ListerWatcher<T>
  readonly #access: ObjectAccess<T>
  readonly #store: ReflectorStore<T>
  readonly #observer: ReflectorObserver
  #resourceVersion: string
  /** The events are those of a state, in any order of versions: none of them says how far the store is. */
  #receivingInitialEvents = false

  constructor({ listerWatcher, store, observer, initialResourceVersion }: EventApplierOptions<T>) {
    this.#listerWatcher = listerWatcher
    this.#access = listerWatcher.access ?? (objectAccess as ObjectAccess<T>)
    this.#store = store
    this.#observer = observer
    this.#resourceVersion = initialResourceVersion
  }

  /** The version that a watch goes on from; "" in the beginning. */
  get resourceVersion(): string {
    return this.#resourceVersion
  }

  /** What is watched, in words, for error messages. */
  get what(): string {
    return `watch ${this.#listerWatcher.description ?? 'objects'}`
  }

  replace(items: readonly T[], resourceVersion: string): void {
    this.#store.replace(items, resourceVersion)
    this.#resourceVersion = resourceVersion
    this.#receivingInitialEvents = false
  }

  /** @returns the version for a watch that begins now */
  beginWatch(): string {
    // Without a version, or from "0", a watch sends everything that there is as ADDED before it sends changes.
    this.#receivingInitialEvents = this.#resourceVersion === '' || this.#resourceVersion === '0'
    return this.#resourceVersion
  }

  /**
   * Handles the events of one network read.
   *
   * @returns what an ERROR event said; nothing comes after it
   */
  handle(read: readonly WatchEvent<T>[]): StatusError | undefined {
    let changes = 0
    let error: StatusError | undefined
    for (const event of read) {
      if (event.type === 'ERROR') {
        error = new StatusError(event.object, this.what)
        break
      }
      // Another kind than was asked for is some other stream's: not even its version counts.
      if (this.isForeign(event)) continue
      if (event.type === 'BOOKMARK') this.#handleBookmark(event.object)
      else if (this.isUnknown(event)) this.#advanceTo(event.object)
      else {
        this.#handleChange(event.type, event.object)
        changes++
      }
    }
    // A read that is nothing but an ERROR brought no event.
    if (read[0] !== undefined && read[0].type !== 'ERROR') {
      this.#observer.onEvents?.(changes, this.#resourceVersion)
    }
    return error
  }

  #handleBookmark(object: KubernetesObject): void {
    const resourceVersion = object.metadata?.resourceVersion
    if (!resourceVersion) return
    this.#receivingInitialEvents = false
    this.#resourceVersion = resourceVersion
    this.#store.bookmark?.(resourceVersion)
  }

  /** An object that the store refuses is told and passed over; the version still moves on. */
  #handleChange(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: T): void {
    try {
      if (type === 'ADDED') this.#store.add(object)
      else if (type === 'MODIFIED') this.#store.update(object)
      else this.#store.delete(object)
    } catch (error) {
      this.#observer.onObjectError?.(error)
    }
    if (type !== 'ADDED') this.#receivingInitialEvents = false
    this.#advanceTo(object)
  }

  /** Initial events arrive in any order, so their resourceVersions do not count. */
  #advanceTo(object: T): void {
    if (this.#receivingInitialEvents) return
    this.#resourceVersion = this.#access.resourceVersion(object) || this.#resourceVersion
  }

  /** Whether an event has a type that Kubernetes does not define. If so, it is reported to the observer. */
  isUnknown(event: WatchEvent<T>): boolean {
    if (EVENT_TYPES.has(event.type)) return false
    this.#observer.onObjectError?.(
      new ProtocolError(`${this.what}: unknown event type ${JSON.stringify(event.type)}`),
    )
    return true
  }

  /** Whether an event is about another kind than was asked for; if so, it is told to the observer. */
  isForeign(event: WatchEvent<T>): boolean {
    const expected = this.#listerWatcher.kind
    if (expected === undefined || event.type === 'ERROR') return false
    const kind = event.type === 'BOOKMARK' ? event.object.kind : this.#access.readPath(event.object, KIND)
    if (kind === undefined || kind === expected) return false
    this.#observer.onObjectError?.(
      new ProtocolError(`${this.what}: expected a ${expected} and got a ${String(kind)}`),
    )
    return true
  }
}
