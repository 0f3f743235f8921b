import type { KubernetesObject } from '../api/object.ts'
import { Encodable } from './encodable.ts'
import { storageKey } from './storage-key.ts'

const NO_LABELS: Readonly<Record<string, string>> = Object.freeze({})
const NO_FIELDS: Fields = Object.freeze({})

/** What field selectors see of an object besides name and namespace, by path. */
export type Fields = Readonly<Record<string, string>>

/** Reads fields. A method, so that a reader of Pods is assignable to a reader of objects. */
interface FieldReader<T> {
  read(object: T): Fields
}

/** One version of an object, with what selectors ask for read once at most. It never changes. */
export class CachedObject<T extends KubernetesObject = KubernetesObject> extends Encodable {
  /** Where it stands in every list: `namespace/name`, or `name` for what is cluster-scoped. */
  readonly key: string
  readonly object: T
  readonly labels: Readonly<Record<string, string>>
  /** The JSON of its larger parts, where it has been written; the version behind it has most of them in common. */
  parts: ReadonlyMap<object, string> | undefined
  #fields: Fields | FieldReader<T>['read']

  /** @param fields what field selectors see of it, or what reads that: when the first one asks, which may be never */
  constructor(object: T, fields: Fields | ((object: T) => Fields) = NO_FIELDS) {
    super()
    const { namespace = '', name = '', labels = NO_LABELS } = object.metadata ?? {}
    this.key = storageKey(namespace, name)
    this.object = object
    this.labels = labels
    this.#fields = fields
  }

  get namespace(): string {
    return this.object.metadata?.namespace ?? ''
  }

  get name(): string {
    return this.object.metadata?.name ?? ''
  }

  get resourceVersion(): string {
    return this.object.metadata?.resourceVersion ?? ''
  }

  /** What a field selector sees at a path; "" where there is nothing. */
  field(path: string): string {
    if (path === 'metadata.name') return this.name
    if (path === 'metadata.namespace') return this.namespace
    if (typeof this.#fields === 'function') this.#fields = this.#fields(this.object)
    return Object.hasOwn(this.#fields, path) ? (this.#fields[path] ?? '') : ''
  }
}
