import type {
  FieldSelector,
  KubernetesObject,
  LabelSelectorOption,
  List,
  ObjectName,
  ObjectVerbs,
  ResourceDefinition,
  SubresourceObject,
} from '@kube-informer/core'

/** Options of a read of one object. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined
  /** Whether a cached read waits for the client's own writes. @default true */
  readonly readYourWrites?: boolean | undefined
}

/** Options of `get`. */
export interface ObjectReadOptions<S extends string | undefined = undefined> extends ReadOptions {
  /** The subresource of the object to read, e.g. `scale`. A cache has none. */
  readonly subresource?: S | undefined
}

/** Options of `list`: what a cache can answer. */
export interface ReadListOptions extends ReadOptions {
  readonly namespace?: string | undefined
  readonly labelSelector?: LabelSelectorOption | undefined
  /** Exact matches of indexed fields; see `indexField`. */
  readonly fieldSelector?: string | FieldSelector | undefined
  readonly limit?: number | undefined
  /** For uncached reads only: a cache has no pages. */
  readonly continue?: string | undefined
}

/** Reads objects (controller-runtime `client.Reader`). Objects of a cache are frozen and shared: do not change them. */
export interface Reader {
  /** One object, or a subresource of it. Rejects with a NotFound StatusError if it is missing. */
  get<T extends KubernetesObject, S extends string | undefined = undefined>(
    resource: ResourceDefinition<T>,
    object: ObjectName,
    options?: ObjectReadOptions<S>,
  ): Promise<SubresourceObject<T, S>>
  /** One object, or undefined if it is missing. */
  find<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    object: ObjectName,
    options?: ReadOptions,
  ): Promise<T | undefined>
  list<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    options?: ReadListOptions,
  ): Promise<List<T>>
}

/** Writes objects. Writes go to the server. */
export type Writer = Omit<ObjectVerbs, 'get'>

/** Reads and writes objects (controller-runtime `client.Client`). */
export interface Client extends Reader, Writer {}
