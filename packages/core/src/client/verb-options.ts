import type { KubernetesObject, List, Status } from '../api/object.ts'
import type { ResourceLocation } from '../api/resource.ts'
import type { ListOptions } from './lister-watcher.ts'

/** Whatever goes along with a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/** Options of a read of one object (meta/v1 GetOptions). */
export interface GetOptions extends CallOptions {
  /** Absent for the newest state, `"0"` for any that the server has at hand, or one that is at least as new. */
  readonly resourceVersion?: string | undefined
}

/** Options of every write (meta/v1 CreateOptions, UpdateOptions, PatchOptions). */
export interface WriteOptions extends CallOptions {
  /** Whether the server only answers what would become of it. @default false */
  readonly dryRun?: boolean | undefined
  /** Who the write is attributed to. @default the client's */
  readonly fieldManager?: string | undefined
  /** What becomes of unknown and duplicate fields. @default the server's, 'Warn' */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined
}

/** Options of a write whose object says where it belongs. */
export interface ObjectWriteOptions<S extends string | undefined> extends WriteOptions {
  /** The part of the object that is written, e.g. `status`; the object's name says of which. */
  readonly subresource?: S | undefined
}

/** How a patch is to be read: RFC 6902, RFC 7386, or Kubernetes' own for built-in resources. */
export type PatchType = 'json' | 'merge' | 'strategic'

/** Options of a patch. */
export interface PatchOptions extends WriteOptions {
  /** @default 'merge' */
  readonly type?: PatchType | undefined
}

/** Options of a server-side apply. */
export interface ApplyOptions<S extends string | undefined> extends ObjectWriteOptions<S> {
  /** Whether to take over the fields that other managers own; a Conflict otherwise. @default false */
  readonly force?: boolean | undefined
}

/** Options of a deletion (meta/v1 DeleteOptions). */
export interface DeleteOptions extends CallOptions {
  /** Whether the server only answers what would become of it. @default false */
  readonly dryRun?: boolean | undefined
  /** 0 deletes at once. @default the object's own */
  readonly gracePeriodSeconds?: number | undefined
  /** What becomes of the objects that it owns. @default the resource's, mostly 'Background' */
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground' | undefined
  /** What has to hold still; a Conflict otherwise. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string } | undefined
}

/** Which objects of a collection to delete, and how; without selectors, all of them. */
export interface DeleteCollectionOptions extends DeleteOptions, ListOptions {
  readonly namespace?: string | undefined
}

/**
 * What a deletion answers: the object while its deletion is pending, or a Status of success, depending on the resource;
 * {@link isStatus} tells which.
 */
export type Deletion<T> = T | Status

/** What the deletion of a collection answers: the objects as they were before, or a Status of success. */
export type CollectionDeletion<T> = List<T> | Status

/** Whether a deletion was answered by a Status, and not by what was deleted. */
export const isStatus = (answer: KubernetesObject | List<unknown> | Status): answer is Status =>
  answer.kind === 'Status' && answer.apiVersion === 'v1'

/** How many replicas something has (autoscaling/v1 Scale): what the `scale` subresource holds. */
export interface Scale extends KubernetesObject {
  readonly spec?: { readonly replicas?: number }
  readonly status?: { readonly replicas: number; readonly selector?: string }
}

/** What a subresource holds: most of them the object itself, `scale` a {@link Scale}. */
export type SubresourceObject<T, S extends string | undefined> = S extends 'scale' ? Scale : T

/** One object, or a subresource of it. */
export type ItemLocation<S extends string | undefined> = Omit<ResourceLocation, 'subresource'> & {
  readonly subresource?: S | undefined
}

/** The fields of an object that a server-side apply sends. */
export type ApplyConfiguration<T> = T extends readonly (infer U)[]
  ? readonly ApplyConfiguration<U>[]
  : T extends object
    ? { readonly [K in keyof T]?: ApplyConfiguration<T[K]> }
    : T
