import { resourceName } from '../../actions/names.ts'
import type { DefinedName, Kind } from '../../kinds/kind.ts'

const OWNED: Readonly<Record<string, readonly DefinedName[]>> = {
  'deployments.apps': ['replicasets', 'pods'],
  'replicasets.apps': ['pods'],
  'statefulsets.apps': ['pods', 'persistentvolumeclaims'],
  'daemonsets.apps': ['pods'],
  'jobs.batch': ['pods'],
  'cronjobs.batch': ['jobs', 'pods'],
  services: ['endpointslices'],
  replicationcontrollers: ['pods'],
}

/** What an operator may create for a custom resource. */
const OF_OPERATORS: readonly DefinedName[] = [
  'deployments',
  'replicasets',
  'statefulsets',
  'daemonsets',
  'jobs',
  'pods',
  'services',
  'configmaps',
  'persistentvolumeclaims',
]

/** Kinds of the built-in groups that own nothing which the console shows. */
const isBuiltIn = ({ group }: Kind): boolean => !group.includes('.') || group.endsWith('.k8s.io')

/** The resources that objects of a kind may own: each of them is listed and watched for the tree. */
export const ownedResources = (kind: Kind): readonly DefinedName[] =>
  OWNED[resourceName(kind)] ?? (isBuiltIn(kind) ? [] : OF_OPERATORS)
