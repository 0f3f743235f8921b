import { groupResource, type ResourceDefinition } from '@kube-informer/core'
import {
  cronJobs,
  deployments,
  endpointSlices,
  jobs,
  pods,
  replicaSets,
  services,
} from '@kube-informer/core/resources'

/** A resource whose objects are between those that an application names. */
interface Intermediate {
  readonly resource: ResourceDefinition
  readonly owner: ResourceDefinition
  /** What its objects own; absent where they are the last level. */
  readonly owned?: ResourceDefinition
}

const INTERMEDIATES: readonly Intermediate[] = [
  { resource: replicaSets, owner: deployments, owned: pods },
  { resource: jobs, owner: cronJobs, owned: pods },
  { resource: endpointSlices, owner: services },
]

/**
 * The resources that a tree needs in addition to those that it shows: their objects lead from the root to what it owns
 * indirectly. Custom resources may own ReplicaSets and Jobs, or what owns them.
 */
export function intermediateResources(
  root: ResourceDefinition,
  shown: readonly ResourceDefinition[],
): readonly ResourceDefinition[] {
  const names = new Set([root, ...shown].map(groupResource))
  const has = (resource: ResourceDefinition) => names.has(groupResource(resource))
  const isNeeded = ({ resource, owner, owned }: Intermediate) => {
    if (has(resource) || (owned && !has(owned))) return false
    return groupResource(root) === groupResource(owner) || (owned !== undefined && isCustom(root))
  }
  return INTERMEDIATES.filter(isNeeded).map(({ resource }) => resource)
}

/** Groups of Kubernetes have no dot, or end in `.k8s.io`. */
const isCustom = ({ group }: ResourceDefinition): boolean => group.includes('.') && !group.endsWith('.k8s.io')
