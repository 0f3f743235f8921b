import { byPath, defineResource } from '@kube-informer/core'
import { defineInformers } from '@kube-informer/worker'
import { type Pod, restartsOf, statusOf } from './pod.ts'

const pods = defineResource<Pod>({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })

/** The shared definition, which the page and its worker both import. */
export const informers = defineInformers({
  pods: {
    resource: pods,
    // Ten thousand Pods are 70 MB: a first visit shows the first hundred while they arrive.
    firstPage: true,
    indexers: { node: byPath('spec.nodeName') },
    comparators: {
      status: (a: Pod, b: Pod) => compareText(statusOf(a), statusOf(b)),
      restarts: (a: Pod, b: Pod) => restartsOf(a) - restartsOf(b),
    },
  },
})

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

declare module '@kube-informer/react' {
  interface Register {
    informers: typeof informers
  }
}
