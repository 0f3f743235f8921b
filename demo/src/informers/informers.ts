import { byPath, type KubernetesObject, type ResourceDefinition } from '@kube-informer/core'
import {
  configMaps,
  cronJobs,
  customResourceDefinitions,
  daemonSets,
  deployments,
  type Event,
  endpointSlices,
  events,
  horizontalPodAutoscalers,
  ingresses,
  jobs,
  namespaces,
  nodes,
  type Pod,
  persistentVolumeClaims,
  persistentVolumes,
  pods,
  replicaSets,
  services,
  statefulSets,
} from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'
import { type ComputedCondition, meets } from '../kinds/computed.ts'
import { lastSeenOf } from '../kinds/event.ts'
import { restartsOf } from '../kinds/pod.ts'
import { statusOf } from '../kinds/status.ts'

/** The index of the statuses, the order by them, and the condition on what no path leads to. */
const computedOf = (kind: ResourceDefinition) => {
  const textOf = (object: KubernetesObject): string => statusOf(kind, object)?.text ?? ''
  return {
    indexers: { status: (object: KubernetesObject) => [textOf(object)] },
    comparators: {
      status: (a: KubernetesObject, b: KubernetesObject) => compareText(textOf(a), textOf(b)),
    },
    predicates: {
      computed: (object: KubernetesObject, condition: ComputedCondition) => meets(kind, object, condition),
    },
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const ofPods = computedOf(pods)
const ofEvents = computedOf(events)

/**
 * The shared definition, which the page and its worker both import: the kinds whose objects the console reads whole, for
 * columns, relations and actions of its own. Every other kind is shown as the table that its server prints.
 */
export const informers = defineInformers({
  pods: {
    resource: pods,
    // Ten thousand Pods are 70 MB: a first visit shows the first hundred while they arrive.
    firstPage: true,
    indexers: {
      ...ofPods.indexers,
      node: byPath('spec.nodeName'),
      phase: byPath('status.phase'),
      app: byPath('metadata.labels.app'),
    },
    comparators: {
      ...ofPods.comparators,
      restarts: (a: Pod, b: Pod) => restartsOf(a) - restartsOf(b),
    },
    predicates: ofPods.predicates,
  },
  deployments: { resource: deployments, ...computedOf(deployments) },
  replicasets: { resource: replicaSets, ...computedOf(replicaSets) },
  statefulsets: { resource: statefulSets, ...computedOf(statefulSets) },
  daemonsets: { resource: daemonSets, ...computedOf(daemonSets) },
  jobs: { resource: jobs, ...computedOf(jobs) },
  cronjobs: { resource: cronJobs, ...computedOf(cronJobs) },
  services: {
    resource: services,
    ...computedOf(services),
    indexers: { type: byPath('spec.type') },
  },
  endpointslices: { resource: endpointSlices },
  ingresses: { resource: ingresses },
  configmaps: { resource: configMaps },
  persistentvolumeclaims: { resource: persistentVolumeClaims, ...computedOf(persistentVolumeClaims) },
  persistentvolumes: { resource: persistentVolumes, ...computedOf(persistentVolumes) },
  horizontalpodautoscalers: { resource: horizontalPodAutoscalers, ...computedOf(horizontalPodAutoscalers) },
  nodes: { resource: nodes, ...computedOf(nodes) },
  namespaces: { resource: namespaces, ...computedOf(namespaces) },
  events: {
    resource: events,
    indexers: {
      ...ofEvents.indexers,
      object: byPath('involvedObject.uid'),
      reason: byPath('reason'),
      kind: byPath('involvedObject.kind'),
    },
    comparators: {
      ...ofEvents.comparators,
      // The latest first, as ages sort.
      lastSeen: (a: Event, b: Event) => compareText(lastSeenOf(b) ?? '', lastSeenOf(a) ?? ''),
    },
    predicates: ofEvents.predicates,
  },
  customresourcedefinitions: {
    resource: customResourceDefinitions,
    ...computedOf(customResourceDefinitions),
  },
})

declare module '@kube-informer/react' {
  interface Register {
    informers: typeof informers
  }
}
