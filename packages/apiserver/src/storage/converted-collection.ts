import type { KubernetesObject } from '@kube-informer/core'
import { Collection, type Loaded, type Revisions } from './collection.ts'
import type { StorageEvent, StoredObject } from './stored-object.ts'

/** Converts the objects of one kind to another and back. */
export interface Conversion {
  /** Converts a stored object to the view's form. */
  toView(object: KubernetesObject): KubernetesObject
  toStored(object: KubernetesObject): KubernetesObject
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
      view = { ...stored, object: Object.freeze(this.#conversion.toView(stored.object)) }
      this.#views.set(stored, view)
    }
    return view
  }
}
