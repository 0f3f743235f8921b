import type { Pod } from '@kube-informer/testing'

/** A scope, and a predicate that states independently which Pods it includes. */
export interface TestedScope {
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
  includes(pod: Pod): boolean
}

const app = (pod: Pod): string | undefined => pod.metadata.labels?.app

/** The scopes that histories choose from. The predicates do not use the library's selectors, which they check. */
export const SCOPES: readonly TestedScope[] = [
  { includes: () => true },
  { namespace: 'blue', includes: pod => pod.metadata.namespace === 'blue' },
  { labelSelector: 'app=a', includes: pod => app(pod) === 'a' },
  { labelSelector: 'app in (a, b)', includes: pod => app(pod) === 'a' || app(pod) === 'b' },
  { labelSelector: 'app!=a', includes: pod => app(pod) !== 'a' },
  { labelSelector: '!app', includes: pod => app(pod) === undefined },
  { fieldSelector: 'spec.nodeName=node-1', includes: pod => pod.spec?.nodeName === 'node-1' },
  { fieldSelector: 'spec.nodeName!=node-1', includes: pod => pod.spec?.nodeName !== 'node-1' },
  {
    namespace: 'green',
    labelSelector: 'app=b',
    fieldSelector: 'spec.nodeName=node-0',
    includes: pod =>
      pod.metadata.namespace === 'green' && app(pod) === 'b' && pod.spec?.nodeName === 'node-0',
  },
]
