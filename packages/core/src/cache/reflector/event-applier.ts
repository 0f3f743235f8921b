import { ProtocolError, StatusError } from '../../api/errors.ts'
import type { ListerWatcher } from '../../api/lister-watcher.ts'
import type { KubernetesObject, WatchEvent } from '../../api/object.ts'
import { type ObjectAccess, objectAccess } from '../../api/object-access.ts'
import type { ReflectorStore } from '../store/reflector-store.ts'
import type { ReflectorObserver } from './reflector-observer.ts'
import type { SyncPosition } from './sync-position.ts'

const KIND = ['kind']
const EVENT_TYPES: ReadonlySet<string> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'])

export interface EventApplierOptions<T> {
  readonly listerWatcher: ListerWatcher<T>
  readonly store: ReflectorStore<T>
  readonly observer: ReflectorObserver
  readonly position: SyncPosition
}

/** Applies lists and watch events to a Reflector's store, and advances its position. */
export class EventApplier<T> {
  readonly #listerWatcher: ListerWatcher<T>
  readonly #access: ObjectAccess<T>
  readonly #store: ReflectorStore<T>
  readonly #observer: ReflectorObserver
  readonly #position: SyncPosition

  constructor({ listerWatcher, store, observer, position }: EventApplierOptions<T>) {
    this.#listerWatcher = listerWatcher
    this.#access = listerWatcher.access ?? (objectAccess as ObjectAccess<T>)
    this.#store = store
    this.#observer = observer
    this.#position = position
  }

  /** The watch in words, for messages: `watch pods in namespace "default"`. */
  get description(): string {
    return `watch ${this.#listerWatcher.description ?? 'objects'}`
  }

  /** Replaces the store's content with a list. */
  replace(items: readonly T[], resourceVersion: string): void {
    this.#position.markAvailable()
    this.#store.replace(items, resourceVersion)
    this.#position.moveTo(resourceVersion)
    this.#observer.onListed?.(resourceVersion)
  }

  /**
   * Applies the events of one network read.
   *
   * @returns the error of an ERROR event; events after it are ignored
   */
  apply(read: readonly WatchEvent<T>[]): StatusError | undefined {
    let changes = 0
    let error: StatusError | undefined
    for (const event of read) {
      if (event.type === 'ERROR') {
        error = new StatusError(event.object, this.description)
        break
      }
      // An object of another kind belongs to another stream: its resourceVersion does not count.
      if (this.isForeign(event)) continue
      if (event.type === 'BOOKMARK') this.#bookmark(event.object)
      else if (this.isUnknown(event)) this.#advance(event)
      else {
        this.#change(event)
        changes++
      }
    }
    // A read with an ERROR alone brought no event.
    if (read[0] !== undefined && read[0].type !== 'ERROR') {
      this.#observer.onEvents?.(changes, this.#position.resourceVersion)
    }
    return error
  }

  /** Whether an event has an object of another kind than the watch requested. Reports it to the observer. */
  isForeign(event: WatchEvent<T>): boolean {
    const expected = this.#listerWatcher.kind
    if (expected === undefined || event.type === 'ERROR') return false
    const kind = event.type === 'BOOKMARK' ? event.object.kind : this.#access.readPath(event.object, KIND)
    if (kind === undefined || kind === expected) return false
    this.#reportEvent(`expected a ${expected} and got a ${String(kind)}`)
    return true
  }

  /** Whether an event has a type that Kubernetes does not define. Reports it to the observer. */
  isUnknown(event: WatchEvent<T>): boolean {
    if (EVENT_TYPES.has(event.type)) return false
    this.#reportEvent(`unknown event type ${JSON.stringify(event.type)}`)
    return true
  }

  #bookmark(object: KubernetesObject): void {
    const resourceVersion = object.metadata?.resourceVersion
    if (!resourceVersion) return
    this.#position.advance('BOOKMARK', resourceVersion)
    this.#store.bookmark?.(resourceVersion)
  }

  /** An object that the store rejects is reported and skipped; the position advances anyway. */
  #change(event: ChangeEvent<T>): void {
    const { type, object } = event
    try {
      if (type === 'ADDED') this.#store.add(object)
      else if (type === 'MODIFIED') this.#store.update(object)
      else this.#store.delete(object)
    } catch (error) {
      this.#observer.onObjectError?.(error)
    }
    this.#advance(event)
  }

  #advance({ type, object }: ChangeEvent<T>): void {
    this.#position.advance(type, this.#access.resourceVersion(object))
  }

  #reportEvent(problem: string): void {
    this.#observer.onObjectError?.(new ProtocolError(`${this.description}: ${problem}`))
  }
}

type ChangeEvent<T> = Exclude<WatchEvent<T>, { readonly type: 'BOOKMARK' | 'ERROR' }>
