import type { ListOptions } from '../api/lister-watcher.ts'
import type { KubernetesObject, List, Status } from '../api/object.ts'

/** How to abort a call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/** Which part of an object is read, and how new it must be (meta/v1 GetOptions). */
export interface GetOptions<S extends string | undefined = undefined> extends CallOptions {
  /** Absent: the newest state. `"0"`: any cached state. Otherwise a state that is at least as new. */
  readonly resourceVersion?: string | undefined
  /** The subresource of the object to read, e.g. `scale`. */
  readonly subresource?: S | undefined
}

/** Who writes, and how strictly the server checks it (meta/v1 CreateOptions, UpdateOptions, PatchOptions). */
export interface WriteOptions extends CallOptions {
  /** Whether the server only answers what would become of it. @default false */
  readonly dryRun?: boolean | undefined
  /** The field manager of the write. @default the client's */
  readonly fieldManager?: string | undefined
  /** How unknown and duplicate fields are handled. @default the server's, 'Warn' */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined
}

/** Which part of an object is written. */
export interface ObjectWriteOptions<S extends string | undefined> extends WriteOptions {
  /** The subresource of the object to write, e.g. `status`. */
  readonly subresource?: S | undefined
}

/** The format of a patch: RFC 6902, RFC 7386, or Kubernetes' own for built-in resources. */
export type PatchType = 'json' | 'merge' | 'strategic'

/** Who sends a patch, and its format. */
export interface PatchOptions<S extends string | undefined = undefined> extends ObjectWriteOptions<S> {
  /** @default 'merge' */
  readonly type?: PatchType | undefined
}

/** Who applies a configuration, and whether a conflict with other managers is an error. */
export interface ApplyOptions<S extends string | undefined> extends ObjectWriteOptions<S> {
  /** Whether to take over the fields that other managers own; a Conflict otherwise. @default false */
  readonly force?: boolean | undefined
}

/** When an object is deleted, and under which conditions (meta/v1 DeleteOptions). */
export interface DeleteOptions extends CallOptions {
  /** Whether the server only answers what would become of it. @default false */
  readonly dryRun?: boolean | undefined
  /** 0 deletes at once. @default the object's own */
  readonly gracePeriodSeconds?: number | undefined
  /** How owned objects are handled. @default the resource's, mostly 'Background' */
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined
  /** Conditions that the object must still meet; otherwise a Conflict. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined
}

/** Which objects of a collection are deleted: all, without selectors. */
export interface DeleteCollectionOptions extends DeleteOptions, ListOptions {
  readonly namespace?: string | undefined
}

/**
 * The result of a deletion, depending on the resource: the object while its deletion is pending, or a Status of success.
 * {@link isStatus} distinguishes them.
 */
export type Deletion<T> = T | Status

/** The result of deleting a collection: the objects before their deletion, or a Status of success. */
export type CollectionDeletion<T> = List<T> | Status

/** Whether a deletion returned a Status rather than the deleted objects. */
export const isStatus = (answer: KubernetesObject | List<unknown> | Status): answer is Status =>
  answer.kind === 'Status' && answer.apiVersion === 'v1'

/** The object of the `scale` subresource (autoscaling/v1 Scale): a number of replicas. */
export interface Scale extends KubernetesObject {
  readonly spec?: { readonly replicas?: number }
  readonly status?: { readonly replicas: number; readonly selector?: string }
}

/** The type of a subresource: {@link Scale} for `scale`, otherwise the object's own type. */
export type SubresourceObject<T, S extends string | undefined> = S extends 'scale' ? Scale : T

/** The fields of an object that a server-side apply sends. */
export type ApplyConfiguration<T> = T extends readonly (infer U)[]
  ? readonly ApplyConfiguration<U>[]
  : T extends object
    ? { readonly [K in keyof T]?: ApplyConfiguration<T[K]> }
    : T
