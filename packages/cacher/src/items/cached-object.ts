import { encodeRow, type KubernetesObject, type Row } from '@kube-informer/core'
import { Encodable } from '../api/encodable.ts'
import { storageKey } from '../api/storage-key.ts'
import type { Fed } from './fed.ts'
import { LazyObject } from './lazy-object.ts'

const NO_LABELS: Readonly<Record<string, string>> = Object.freeze({})
const NO_FIELDS: Fields = Object.freeze({})

/** The values of an object's selectable fields besides name and namespace, by path. */
export type Fields = Readonly<Record<string, string>>

/** Reads fields. A method, so that a reader of Pods is assignable to a reader of objects. */
export interface FieldReader<T> {
  read(object: T): Fields
}

/** One immutable version of an object. Values for selectors are read at most once. */
export class CachedObject<T extends KubernetesObject = KubernetesObject> extends Encodable {
  /** The sort key in lists: `namespace/name`, or `name` for a cluster-scoped object. */
  readonly key: string
  /** The JSON of its larger parts, once encoded. The next version shares most of them. */
  parts: ReadonlyMap<object, string> | undefined
  readonly #source: T | LazyObject<T>
  #fields: Fields | FieldReader<T>['read']

  /** @param fields the selectable fields, or a function that reads them on first use */
  constructor(source: T | LazyObject<T>, fields: Fields | ((object: T) => Fields) = NO_FIELDS) {
    super()
    const { namespace = '', name = '' } = source.metadata ?? {}
    this.key = storageKey(namespace, name)
    this.#source = source
    this.#fields = fields
  }

  get object(): T {
    return this.#source instanceof LazyObject ? this.#source.object : this.#source
  }

  get row(): Row<T> {
    return encodeRow(this.object)
  }

  get labels(): Readonly<Record<string, string>> {
    return this.object.metadata?.labels ?? NO_LABELS
  }

  get namespace(): string {
    return this.#source.metadata?.namespace ?? ''
  }

  get name(): string {
    return this.#source.metadata?.name ?? ''
  }

  get resourceVersion(): string {
    return this.object.metadata?.resourceVersion ?? ''
  }

  /** Whether this is the entry of an object, which is compared by reference. */
  isOf(source: Fed<T>): boolean {
    return this.#source === source || (!(source instanceof LazyObject) && this.object === source)
  }

  /** The length of the text that it keeps in memory: its encodings do not count. */
  get size(): number {
    return 0
  }

  /** A write replaces the object: it is seldom sent again, and encodings would dominate the history's memory. */
  recall(): void {
    this.forgetEncodings()
  }

  /** Objects have no text that moves to a store. */
  settle(): void {}

  discard(): void {}

  /** The same content at another resourceVersion. */
  at(resourceVersion: string): CachedObject<T> {
    const { object } = this
    return new CachedObject({ ...object, metadata: { ...object.metadata, resourceVersion } })
  }

  /** The value of a selectable field; "" if there is none. */
  field(path: string): string {
    if (path === 'metadata.name') return this.name
    if (path === 'metadata.namespace') return this.namespace
    if (typeof this.#fields === 'function') this.#fields = this.#fields(this.object)
    return Object.hasOwn(this.#fields, path) ? (this.#fields[path] as string) : ''
  }
}
