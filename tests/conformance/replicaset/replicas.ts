import { type Draft, draftOf, type ReconcileContext, setControllerReference } from '@kube-informer/controller'
import { isNotFound } from '@kube-informer/core'
import { type Pod, pods, type ReplicaSet, replicaSets } from '@kube-informer/core/resources'
import { statusCause } from '@kube-informer/core/tools'
import type { ReplicaPlan } from './plan.ts'
import { settleAll } from './settle-all.ts'
import { slowStart } from './slow-start.ts'

/** What Pods are created and deleted with. */
export type ReplicaContext = Pick<ReconcileContext, 'client' | 'events' | 'signal'>

/** Creates or deletes Pods. Resolves with the failure, if any: the status reports it before the reconcile fails. */
export async function writeReplicas(
  replicaSet: ReplicaSet,
  { create, remove }: ReplicaPlan,
  context: ReplicaContext,
): Promise<Error | undefined> {
  try {
    await slowStart(create, () => createPod(replicaSet, context))
    await settleAll(remove.map(pod => deletePod(replicaSet, pod, context)))
    return undefined
  } catch (error) {
    context.signal.throwIfAborted()
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function createPod(replicaSet: ReplicaSet, context: ReplicaContext): Promise<void> {
  try {
    const { metadata } = await context.client.create(pods, podOf(replicaSet))
    context.events.event(replicaSet, 'Normal', 'SuccessfulCreate', `Created pod: ${metadata?.name}`)
  } catch (error) {
    // All creations in this namespace fail from now on.
    if (statusCause(error, 'NamespaceTerminating')) return
    warn(context, replicaSet, 'FailedCreate', `Error creating: ${error}`)
    throw error
  }
}

async function deletePod(replicaSet: ReplicaSet, { metadata }: Pod, context: ReplicaContext): Promise<void> {
  const { namespace, name = '', uid = '' } = metadata ?? {}
  try {
    await context.client.delete(pods, { namespace, name }, { preconditions: { uid } })
    context.events.event(replicaSet, 'Normal', 'SuccessfulDelete', `Deleted pod: ${name}`)
  } catch (error) {
    if (isNotFound(error)) return
    warn(context, replicaSet, 'FailedDelete', `Error deleting: ${error}`)
    throw error
  }
}

function warn(
  { events, signal }: ReplicaContext,
  replicaSet: ReplicaSet,
  reason: string,
  note: string,
): void {
  if (!signal.aborted) events.event(replicaSet, 'Warning', reason, note)
}

/** The longest name; longer prefixes are cut by the server. */
const MAX_NAME_LENGTH = 253

/** A new Pod of a ReplicaSet (pkg/controller `GetPodFromTemplate`). */
function podOf(replicaSet: ReplicaSet): Pod {
  const { namespace = '', name = '' } = replicaSet.metadata ?? {}
  const { metadata = {}, spec } = replicaSet.spec.template ?? {}
  const { labels = {}, annotations = {}, finalizers = [] } = metadata
  const generateName = name.length < MAX_NAME_LENGTH ? `${name}-` : name
  const pod: Draft<Pod> = draftOf({
    metadata: { namespace, generateName, labels, annotations, finalizers },
    ...(spec && { spec }),
  })
  return setControllerReference(replicaSets, replicaSet, pod)
}
