import type { Kind } from './kind.ts'
import { kindTitle } from './kind-title.ts'

/** Kinds that users look for in one place. */
export interface Category {
  /** A word, or the group of custom resources. */
  readonly name: string
  /** Whether the kinds are custom resources, or served by an aggregated apiserver. */
  readonly isCustom: boolean
  readonly kinds: readonly Kind[]
}

/** The resources of each category in the order of use: `plural`, or `plural.group` where it is not of the group that has the others. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  Workloads: [
    'pods',
    'deployments.apps',
    'statefulsets.apps',
    'daemonsets.apps',
    'replicasets.apps',
    'jobs.batch',
    'cronjobs.batch',
    'horizontalpodautoscalers.autoscaling',
    'poddisruptionbudgets.policy',
    'replicationcontrollers',
  ],
  Network: [
    'services',
    'ingresses.networking.k8s.io',
    'endpointslices.discovery.k8s.io',
    'networkpolicies.networking.k8s.io',
    'ingressclasses.networking.k8s.io',
    'endpoints',
  ],
  Config: ['configmaps', 'secrets', 'resourcequotas', 'limitranges'],
  Storage: [
    'persistentvolumeclaims',
    'persistentvolumes',
    'storageclasses.storage.k8s.io',
    'volumeattachments.storage.k8s.io',
  ],
  Access: [
    'serviceaccounts',
    'roles.rbac.authorization.k8s.io',
    'rolebindings.rbac.authorization.k8s.io',
    'clusterroles.rbac.authorization.k8s.io',
    'clusterrolebindings.rbac.authorization.k8s.io',
    'certificatesigningrequests.certificates.k8s.io',
  ],
  Cluster: [
    'nodes',
    'namespaces',
    'events',
    'customresourcedefinitions.apiextensions.k8s.io',
    'leases.coordination.k8s.io',
  ],
}

/** The category of the other kinds of Kubernetes itself. */
const REST = 'Cluster'

/** Groups of Kubernetes itself. Other groups that end in `.k8s.io` are of projects around it. */
const BUILT_IN = new Set([
  '',
  'admissionregistration.k8s.io',
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
  'apps',
  'authentication.k8s.io',
  'authorization.k8s.io',
  'autoscaling',
  'batch',
  'certificates.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
  'events.k8s.io',
  'flowcontrol.apiserver.k8s.io',
  'internal.apiserver.k8s.io',
  'networking.k8s.io',
  'node.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
  'resource.k8s.io',
  'scheduling.k8s.io',
  'storage.k8s.io',
  'storagemigration.k8s.io',
])

/** `pods`, or `deployments.apps`. */
export const resourceName = ({ group, plural }: Kind): string =>
  group === '' ? plural : `${plural}.${group}`

/** The same objects as those of the core group. */
const DUPLICATES = new Set(['events.events.k8s.io'])

const RANKS: ReadonlyMap<string, readonly [category: string, rank: number]> = new Map(
  Object.entries(CATEGORIES).flatMap(([category, names]) =>
    names.map((name, rank) => [name, [category, rank]]),
  ),
)

/** The kinds in categories: those of Kubernetes in a fixed order, then custom resources by group. Empty categories are left out. */
export function categoriesOf(kinds: readonly Kind[]): readonly Category[] {
  const shown = kinds.filter(kind => !DUPLICATES.has(resourceName(kind)))
  const builtIn = Object.keys(CATEGORIES).map(name => ({
    name,
    isCustom: false,
    kinds: shown.filter(kind => BUILT_IN.has(kind.group) && categoryOf(kind) === name).toSorted(byRank),
  }))
  const groups = [...new Set(shown.map(({ group }) => group))]
    .filter(group => !BUILT_IN.has(group))
    .toSorted()
  const custom = groups.map(name => ({
    name,
    isCustom: true,
    kinds: shown.filter(({ group }) => group === name).toSorted(byTitle),
  }))
  return [...builtIn, ...custom].filter(category => category.kinds.length > 0)
}

const categoryOf = (kind: Kind): string => RANKS.get(resourceName(kind))?.[0] ?? REST
const rankOf = (kind: Kind): number => RANKS.get(resourceName(kind))?.[1] ?? Number.MAX_SAFE_INTEGER

const byTitle = (a: Kind, b: Kind): number => (kindTitle(a) < kindTitle(b) ? -1 : 1)
const byRank = (a: Kind, b: Kind): number => rankOf(a) - rankOf(b) || byTitle(a, b)
