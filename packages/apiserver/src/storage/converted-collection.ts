import type { KubernetesObject } from '@kube-informer/core'
import { Collection, type Loaded, type Revisions } from './collection.ts'
import type { StorageEvent, StoredObject } from './stored-object.ts'

/** Converts the objects of one kind to another and back. */
export interface Conversion {
  /** Converts a stored object to the view's form. */
  toView(object: KubernetesObject): KubernetesObject
  toStored(object: KubernetesObject): KubernetesObject
  /** Whether `toView` decodes objects: it sets all defaults that a read sets. @default false */
  readonly decodes?: boolean
  /** Whether a stored object would be stored in another form now, although nothing changes in the view. @default never */
  isStale?(stored: KubernetesObject): boolean
}

/**
 * Another collection's objects in another form: one kind under two names, in two API groups. A write through one is
 * visible through both.
 */
export class ConvertedCollection extends Collection {
  readonly #base: Collection
  readonly #conversion: Conversion
  /** Caches converted objects, so that each keeps its identity. */
  readonly #views = new WeakMap<StoredObject, StoredObject>()

  constructor(base: Collection, conversion: Conversion, revisions: Revisions) {
    super(revisions, 0)
    this.#base = base
    this.#conversion = conversion
  }

  override get keys(): readonly string[] {
    return this.#base.keys
  }

  override get readFloor(): number {
    return this.#base.readFloor
  }

  override get watchFloor(): number {
    return this.#base.watchFloor
  }

  override get(key: string): StoredObject | undefined {
    return this.#viewOf(this.#base.get(key))
  }

  override load(objects: Iterable<Loaded>): void {
    this.#base.load([...objects].map(({ key, build }) => ({ key, build: this.#storing(build) })))
  }

  override put(key: string, build: (revision: number) => KubernetesObject): StoredObject {
    return this.#view(this.#base.put(key, this.#storing(build)))
  }

  override remove(key: string): StorageEvent | undefined {
    const event = this.#base.remove(key)
    return event && this.#event(event)
  }

  override snapshot(revision: number): readonly StoredObject[] {
    return this.#base.snapshot(revision).map(stored => this.#view(stored))
  }

  override eventsAfter(revision: number): readonly StorageEvent[] {
    return this.#base.eventsAfter(revision).map(event => this.#event(event))
  }

  override subscribe(listener: (event: StorageEvent) => void): () => void {
    return this.#base.subscribe(event => listener(this.#event(event)))
  }

  override compact(revision: number): void {
    this.#base.compact(revision)
  }

  override forgetWatches(revision: number): void {
    this.#base.forgetWatches(revision)
  }

  #storing(build: (revision: number) => KubernetesObject): (revision: number) => KubernetesObject {
    return revision => Object.freeze(this.#conversion.toStored(build(revision)))
  }

  #event(event: StorageEvent): StorageEvent {
    return { ...event, previous: this.#viewOf(event.previous), current: this.#viewOf(event.current) }
  }

  #viewOf(stored: StoredObject | undefined): StoredObject | undefined {
    return stored && this.#view(stored)
  }

  #view(stored: StoredObject): StoredObject {
    let view = this.#views.get(stored)
    if (!view) {
      view = new ConvertedObject(stored, this.#conversion)
      this.#views.set(stored, view)
    }
    return view
  }
}

class ConvertedObject implements StoredObject {
  readonly key: string
  readonly revision: number
  readonly object: KubernetesObject
  readonly isDecoded: boolean
  readonly #stored: KubernetesObject
  readonly #conversion: Conversion

  constructor({ key, revision, object }: StoredObject, conversion: Conversion) {
    this.key = key
    this.revision = revision
    this.object = Object.freeze(conversion.toView(object))
    this.isDecoded = conversion.decodes ?? false
    this.#stored = object
    this.#conversion = conversion
  }

  /** Computed on demand, since only writes need it. */
  get isStale(): boolean {
    return this.#conversion.isStale?.(this.#stored) ?? false
  }
}
