import type {
  ApplyConfiguration,
  ApplyOptions,
  DeleteOptions,
  Deletion,
  KubernetesObject,
  ObjectName,
  ObjectWriteOptions,
  PatchOptions,
  Scale,
} from '@kube-informer/core'
import type { Where } from './expression.ts'

/** Options of a write that cross to the host; the signal is a member of the mutation. */
type Sent<TOptions> = Omit<TOptions, 'signal'>

/** What rows show until the server has responded. */
interface Optimistic {
  /**
   * A merge patch (RFC 7386) of the object; false for no change.
   * @default the effect of the write itself. None for JSON and strategic patches, and for subresources other than `scale`
   * and `status`
   */
  readonly optimistic?: unknown
}

/** A write of one object, with the parameters of the client's verb. */
export type ObjectWrite<T> = Optimistic &
  (
    | {
        readonly verb: 'create' | 'replace'
        readonly object: T | KubernetesObject
        readonly options?: Sent<ObjectWriteOptions<string>> | undefined
      }
    | {
        readonly verb: 'apply'
        readonly object: ApplyConfiguration<T> & KubernetesObject
        readonly options?: Sent<ApplyOptions<string>> | undefined
      }
    | {
        readonly verb: 'patch'
        readonly object: ObjectName
        readonly patch: unknown
        readonly options?: Sent<PatchOptions<string>> | undefined
      }
    | {
        readonly verb: 'delete'
        readonly object: ObjectName
        readonly options?: Sent<DeleteOptions> | undefined
      }
  )

/**
 * A change as a function of the newest object. It runs again on the new object when the server rejects the write as a
 * Conflict: five times at most, as with client-go's `retry.DefaultRetry`, but without its pause of 10 ms, since the object
 * is read from the server before each run.
 */
export interface ObjectChange<T> {
  readonly object: ObjectName
  /** Returns a changed copy. Runs on the page. */
  readonly change: (object: T) => T
  readonly options?: Sent<ObjectWriteOptions<'status'>> | undefined
}

/** A write of `connection.mutate`: of an object, or a function. */
export type MutationOf<T> = ObjectWrite<T> | ObjectChange<T>

/** What is common to all mutations. */
export interface MutationTarget<TResource> {
  /** A name of the shared definition, or a resource found at run time. */
  readonly resource: TResource
  /**
   * Rejects both promises with its reason. A write that was not sent is dropped. One that was sent may have happened: the
   * host reads the object and shows it.
   */
  readonly signal?: AbortSignal | undefined
}

/** What the server responds to a write. */
export type MutationResponse<T, TMutation> = TMutation extends { readonly verb: 'delete' }
  ? Deletion<T>
  : TMutation extends { readonly options: { readonly subresource: infer S extends string } }
    ? S extends 'scale'
      ? Scale
      : S extends 'status'
        ? T
        : KubernetesObject
    : T

/**
 * A write in progress. A rejection that is not handled is not reported as uncaught: rows show the server's state, and
 * either promise may be ignored.
 */
export interface Mutation<T, TResponse = T> {
  /**
   * Resolves with the server's response; with the object that was read where the response was lost and the object has the
   * effect of the write. Rejects with the server's StatusError, or with a ConnectionError: the outcome is unknown.
   */
  readonly accepted: Promise<TResponse>
  /**
   * Resolves when every informer of the host that can show the object has the written state or a newer one: with the
   * cached object, or undefined where it is gone. Where no informer runs, it follows `accepted`. Rejects with the error of
   * `accepted`, and with a ConnectionError if the host ends before.
   */
  readonly settled: Promise<T | undefined>
}

/** What `connection.waitFor` waits for. */
export type WaitCondition =
  /** As `kubectl wait --for=condition=`: `Ready`, `Ready=False`. Without a status, `True`. */
  | { readonly condition: string }
  /** The object does not exist, or is another one of the same name. */
  | { readonly deleted: true }
  /** The cache has this state of the object or a newer one. */
  | { readonly resourceVersion: string }
  /** The object exists and fulfils the expression, as in the `filter` of a slice. */
  | { readonly where: Where }
