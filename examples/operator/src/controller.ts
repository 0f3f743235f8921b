import {
  asReconciler,
  createOrPatch,
  type Manager,
  type NewCondition,
  type ReconcileContext,
  type Stored,
  setStatusCondition,
} from '@kube-informer/controller'
import { type Deployment, deployments } from '@kube-informer/core/resources'
import { deploymentOf } from './deployment.ts'
import { type Widget, widgets } from './generated/example.com/v2/widgets.ts'

/** Adds the controller that gives each Widget a Deployment, and the Widget the status of it. */
export function addWidgetController(manager: Manager): void {
  manager.controllerFor(widgets).owns(deployments).reconcile(asReconciler(widgets, reconcileWidget))
}

async function reconcileWidget(widget: Stored<Widget>, context: ReconcileContext): Promise<void> {
  if (widget.metadata.deletionTimestamp) return
  const { client } = context
  // An apply that changes nothing is not an event, so the reconcile does not cause itself.
  const deployment = await client.apply(deployments, deploymentOf(widget), {
    fieldManager: 'widgets',
    force: true,
  })
  await writeStatus(widget, deployment, context)
}

async function writeStatus(
  widget: Stored<Widget>,
  { status = {} }: Deployment,
  { client, events }: ReconcileContext,
): Promise<void> {
  const { replicas = 0, readyReplicas = 0 } = status
  const condition = conditionOf(widget, readyReplicas)
  let isTransition = false
  await createOrPatch(client, widgets, widget.metadata, draft => {
    const before = draft.status?.conditions?.find(({ type }) => type === condition.type)
    isTransition = before?.status !== condition.status
    draft.status = { ...draft.status, replicas, readyReplicas, ...generationOf(widget) }
    setStatusCondition(draft, condition)
  })
  if (isTransition) events.event(widget, 'Normal', condition.reason, condition.message)
}

function conditionOf(widget: Widget, ready: number): NewCondition {
  const wanted = widget.spec.replicas ?? 1
  const isReady = ready >= wanted
  return {
    type: 'Ready',
    status: isReady ? 'True' : 'False',
    reason: isReady ? 'PodsReady' : 'PodsNotReady',
    message: `${ready} of ${wanted} Pods are ready`,
    ...generationOf(widget),
  }
}

const generationOf = ({ metadata }: Widget): { observedGeneration?: number } =>
  metadata?.generation === undefined ? {} : { observedGeneration: metadata.generation }
