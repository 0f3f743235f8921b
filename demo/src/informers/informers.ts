import { byPath } from '@kube-informer/core'
import {
  configMaps,
  cronJobs,
  customResourceDefinitions,
  daemonSets,
  deployments,
  endpointSlices,
  events,
  horizontalPodAutoscalers,
  ingresses,
  jobs,
  namespaces,
  nodes,
  persistentVolumeClaims,
  persistentVolumes,
  pods,
  replicaSets,
  services,
  statefulSets,
} from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'
import { type Pod, restartsOf, statusOf } from '../kinds/pod.ts'

/**
 * The shared definition, which the page and its worker both import: the kinds whose objects the console reads whole, for
 * columns, relations and actions of its own. Every other kind is shown as the table that its server prints.
 */
export const informers = defineInformers({
  pods: {
    resource: pods,
    // Ten thousand Pods are 70 MB: a first visit shows the first hundred while they arrive.
    firstPage: true,
    indexers: { node: byPath('spec.nodeName'), phase: byPath('status.phase') },
    comparators: {
      status: (a: Pod, b: Pod) => compareText(statusOf(a), statusOf(b)),
      restarts: (a: Pod, b: Pod) => restartsOf(a) - restartsOf(b),
    },
  },
  deployments: { resource: deployments },
  replicasets: { resource: replicaSets },
  statefulsets: { resource: statefulSets },
  daemonsets: { resource: daemonSets },
  jobs: { resource: jobs },
  cronjobs: { resource: cronJobs },
  services: { resource: services },
  endpointslices: { resource: endpointSlices },
  ingresses: { resource: ingresses },
  configmaps: { resource: configMaps },
  persistentvolumeclaims: { resource: persistentVolumeClaims },
  persistentvolumes: { resource: persistentVolumes },
  horizontalpodautoscalers: { resource: horizontalPodAutoscalers },
  nodes: { resource: nodes },
  namespaces: { resource: namespaces },
  events: { resource: events, indexers: { object: byPath('involvedObject.uid') } },
  customresourcedefinitions: { resource: customResourceDefinitions },
})

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

declare module '@kube-informer/react' {
  interface Register {
    informers: typeof informers
  }
}
