import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { Pod } from '@kube-informer/core/resources'
import { autoscalerStatus, eventStatus, nodeStatus, serviceStatus } from './status/cluster.ts'
import { genericStatus } from './status/generic.ts'
import { podStatus } from './status/pod.ts'
import { type Status, TERMINATING } from './status/status.ts'
import {
  cronJobStatus,
  daemonSetStatus,
  deploymentStatus,
  jobStatus,
  replicaSetStatus,
  statefulSetStatus,
} from './status/workloads.ts'

export type { Status } from './status/status.ts'

type StatusOf = (object: never) => Status | undefined

/** By plural and group. */
const KNOWN: Readonly<Record<string, StatusOf>> = {
  'pods.': podStatus,
  'services.': serviceStatus,
  'nodes.': nodeStatus,
  'events.': eventStatus,
  'events.events.k8s.io': eventStatus,
  'deployments.apps': deploymentStatus,
  'replicasets.apps': replicaSetStatus,
  'statefulsets.apps': statefulSetStatus,
  'daemonsets.apps': daemonSetStatus,
  'jobs.batch': jobStatus,
  'cronjobs.batch': cronJobStatus,
  'horizontalpodautoscalers.autoscaling': autoscalerStatus,
}

/**
 * The status of any object: its text, and its tone for the color. Kinds without a rule of their own have the one of their
 * conditions or phase, and undefined without both.
 */
export function statusOf(kind: ResourceDefinition, object: KubernetesObject): Status | undefined {
  const known = KNOWN[`${kind.plural}.${kind.group}`]
  // kubectl prints another word for a Pod that has ended, or whose node is lost.
  if (known === podStatus) return podStatus(object as Pod)
  if (object.metadata?.deletionTimestamp) return TERMINATING
  return known ? known(object as never) : genericStatus(object)
}
