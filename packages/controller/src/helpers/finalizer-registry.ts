import { UsageError } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import { draftOf } from '../api/draft.ts'
import { isSameJson } from '../api/json-value.ts'
import { addFinalizer, removeFinalizer } from './finalizers.ts'
import type { WritableObject } from './writable.ts'

/** Which parts of a draft have to be written (controller-runtime `finalizer.Result`). */
export interface FinalizeResult {
  readonly updated: boolean
  readonly statusUpdated: boolean
  /** The errors of the finalizers that failed. Write the draft, then throw this. */
  readonly error?: AggregateError | undefined
}

/**
 * Cleans up before an object is deleted. It may change the draft. If it throws, its finalizer stays and it runs again
 * (controller-runtime `finalizer.Finalizer`).
 */
export type Finalizer<T extends WritableObject> = (
  draft: T,
  signal: AbortSignal | undefined,
) => void | Promise<void>

/**
 * Several finalizers of one kind (controller-runtime `finalizer.Finalizers`). For a single one, `withFinalizer` is simpler.
 *
 * @example
 * const finalizers = new Finalizers<Draft<Widget>>()
 * finalizers.register('example.com/bucket', async (widget, signal) => deleteBucket(widget, signal))
 * // In the reconciler:
 * const draft = draftOf(widget)
 * const { updated, error } = await finalizers.finalize(draft, signal)
 * if (updated) await client.replace(widgets, draft) // fails with a Conflict if the object has changed
 * if (error) throw error
 */
export class Finalizers<T extends WritableObject> {
  readonly #finalizers = new Map<string, Finalizer<T>>()

  /** Throws a UsageError if the key is registered. */
  register(key: string, finalizer: Finalizer<T>): void {
    if (this.#finalizers.has(key)) throw new UsageError(`finalizer for key "${key}" already registered`)
    this.#finalizers.set(key, finalizer)
  }

  /**
   * Adds the missing finalizers to the draft; if the object is being deleted, runs those that it has, in the order of
   * registration, and removes each that succeeded. Writes nothing.
   */
  async finalize(draft: T, signal?: AbortSignal): Promise<FinalizeResult> {
    const before = draftOf<T>(draft) as T
    const errors = draft.metadata?.deletionTimestamp ? await this.#run(draft, signal) : this.#add(draft)
    return {
      updated: !isSameJson({ ...before, status: undefined }, { ...draft, status: undefined }),
      // A finalizer that failed may have written the reason into the status.
      statusUpdated: !isSameJson(statusOf(before), statusOf(draft)),
      ...(errors.length > 0 && { error: aggregate(errors) }),
    }
  }

  #add(draft: T): readonly unknown[] {
    for (const key of this.#finalizers.keys()) addFinalizer(draft, key)
    return []
  }

  async #run(draft: T, signal: AbortSignal | undefined): Promise<readonly unknown[]> {
    const errors: unknown[] = []
    for (const [key, finalizer] of this.#finalizers) {
      if (!draft.metadata?.finalizers?.includes(key)) continue
      try {
        await finalizer(draft, signal)
        removeFinalizer(draft, key)
      } catch (error) {
        errors.push(
          new Error(`finalizer ${JSON.stringify(key)} failed: ${errorMessage(error)}`, { cause: error }),
        )
      }
    }
    return errors
  }
}

const statusOf = (object: object): unknown => (object as { readonly status?: unknown }).status

const aggregate = (errors: readonly unknown[]): AggregateError =>
  new AggregateError(errors, `finalizers failed: ${errors.map(errorMessage).join('; ')}`)
