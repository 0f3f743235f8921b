import type { Pod } from '@kube-informer/testing'

/** A part of the Pods that an informer follows, in the server's words and in ours. */
export interface View {
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
  holds(pod: Pod): boolean
}

const app = (pod: Pod): string | undefined => pod.metadata.labels?.app

/** The views that histories choose from. What is in one is said once more in plain code, as a check of the selectors. */
export const VIEWS: readonly View[] = [
  { holds: () => true },
  { namespace: 'blue', holds: pod => pod.metadata.namespace === 'blue' },
  { labelSelector: 'app=a', holds: pod => app(pod) === 'a' },
  { labelSelector: 'app in (a, b)', holds: pod => app(pod) === 'a' || app(pod) === 'b' },
  { labelSelector: 'app!=a', holds: pod => app(pod) !== 'a' },
  { labelSelector: '!app', holds: pod => app(pod) === undefined },
  { fieldSelector: 'spec.nodeName=node-1', holds: pod => pod.spec?.nodeName === 'node-1' },
  { fieldSelector: 'spec.nodeName!=node-1', holds: pod => pod.spec?.nodeName !== 'node-1' },
  {
    namespace: 'green',
    labelSelector: 'app=b',
    fieldSelector: 'spec.nodeName=node-0',
    holds: pod => pod.metadata.namespace === 'green' && app(pod) === 'b' && pod.spec?.nodeName === 'node-0',
  },
]
