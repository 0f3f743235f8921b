import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { ReconcileContext, Reconciler } from '../api/reconciler.ts'
import type { Stored } from './stored.ts'

/** Makes the world match one object that exists (controller-runtime `reconcile.ObjectReconciler`). */
export type ObjectReconciler<T extends KubernetesObject> = (
  object: Stored<T>,
  context: ReconcileContext,
) => ReturnType<Reconciler>

/**
 * A reconciler that reads its object first, with the context's client (controller-runtime `reconcile.AsReconciler`). If the
 * object is gone, nothing is called and the request is done.
 *
 * @example
 * manager.controllerFor(widgets).reconcile(asReconciler(widgets, async (widget, { client }) => {
 *   await client.apply(deployments, deploymentOf(widget))
 * }))
 */
export const asReconciler =
  <T extends KubernetesObject>(resource: ResourceDefinition<T>, reconcile: ObjectReconciler<T>): Reconciler =>
  async (request, context) => {
    const object = await context.client.find(resource, request)
    if (object === undefined) return undefined
    return (await reconcile(object as Stored<T>, context)) ?? undefined
  }
