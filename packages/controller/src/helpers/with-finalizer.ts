import {
  isNotFound,
  isUnexpectedServerError,
  type KubernetesObject,
  type ResourceDefinition,
  UsageError,
} from '@kube-informer/core'
import type { ReconcileContext, ReconcileResult, Reconciler } from '../api/reconciler.ts'
import { hasFinalizer } from './finalizers.ts'

/** A step of a reconciler that has read its object. */
export type FinalizerStep<T> = (
  object: T,
  context: ReconcileContext,
) => ReconcileResult | undefined | void | Promise<ReconcileResult | undefined> | Promise<void>

/** What happens while an object exists, and before it goes. */
export interface FinalizerSteps<T extends KubernetesObject> {
  /** The kind that the controller reconciles. */
  readonly resource: ResourceDefinition<T>
  /** Makes the world match the object. Runs only while the server has the finalizer stored. */
  readonly apply: FinalizerStep<T>
  /**
   * Undoes what `apply` did. May run several times, and after an `apply` that failed. The finalizer stays, and `cleanup`
   * runs again, after an error and after a result with `requeue` or `requeueAfterMs`.
   */
  readonly cleanup: FinalizerStep<T>
}

/**
 * A reconciler whose object is not deleted before `cleanup` has succeeded (kube-rs `runtime::finalizer`).
 *
 * It stores the finalizer before the first `apply`, and removes it after `cleanup`. Both are JSON patches that test the
 * state that was read: if the list has changed in the meantime, the server refuses the patch, the request comes again with
 * backoff, and no finalizer of anyone else is lost. A missing object, or one that is being deleted without the finalizer,
 * needs no work.
 *
 * @example
 * manager.controllerFor(buckets).reconcile(
 *   withFinalizer('example.com/bucket', {
 *     resource: buckets,
 *     apply: async (bucket, { signal }) => createRemoteBucket(bucket, signal),
 *     cleanup: async (bucket, { signal }) => deleteRemoteBucket(bucket, signal),
 *   }),
 * )
 */
export function withFinalizer<T extends KubernetesObject>(
  name: string,
  { resource, apply, cleanup }: FinalizerSteps<T>,
): Reconciler {
  if (!name.includes('/')) {
    throw new UsageError(`the finalizer "${name}" needs a domain, such as example.com/${name || 'cleanup'}`)
  }
  return async (request, context) => {
    const object = await context.client.find(resource, request)
    if (!object) return
    const isDeleted = object.metadata?.deletionTimestamp !== undefined
    if (!isDeleted) return (await apply(await stored(name, resource, object, context), context)) ?? undefined
    if (!hasFinalizer(object, name)) return
    const result = (await cleanup(object, context)) ?? undefined
    if (isUnfinished(result)) return result
    await remove(name, resource, object, context)
    return result
  }
}

const isUnfinished = (result: ReconcileResult | undefined): boolean =>
  result?.requeue === true || (result?.requeueAfterMs ?? 0) > 0

/** The object with the finalizer. */
async function stored<T extends KubernetesObject>(
  name: string,
  resource: ResourceDefinition<T>,
  object: T,
  { client, signal }: ReconcileContext,
): Promise<T> {
  if (hasFinalizer(object, name)) return object
  const finalizers = object.metadata?.finalizers ?? []
  const patch = [
    ...testsOf(object),
    finalizers.length === 0
      ? { op: 'add', path: '/metadata/finalizers', value: [name] }
      : { op: 'add', path: '/metadata/finalizers/-', value: name },
  ]
  return client.patch(resource, object, patch, { type: 'json', signal })
}

async function remove<T extends KubernetesObject>(
  name: string,
  resource: ResourceDefinition<T>,
  object: T,
  { client, signal }: ReconcileContext,
): Promise<void> {
  const kept = object.metadata?.finalizers?.filter(each => each !== name)
  const patch = [...testsOf(object), { op: 'replace', path: '/metadata/finalizers', value: kept }]
  try {
    await client.patch(resource, object, patch, { type: 'json', signal })
  } catch (error) {
    // Someone else removed the finalizer, and the object is gone.
    if (!isNotFound(error) || isUnexpectedServerError(error)) throw error
  }
}

/** Fail if the finalizers have changed, or if the name belongs to another object by now. An absent list equals null. */
const testsOf = ({ metadata }: KubernetesObject) => [
  { op: 'test', path: '/metadata/uid', value: metadata?.uid },
  { op: 'test', path: '/metadata/finalizers', value: metadata?.finalizers ?? null },
]
