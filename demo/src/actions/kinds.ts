import type { Kind } from '../kinds/kind.ts'
import { resourceName } from './names.ts'

/** The predicate of kinds by `plural.group`: `isOneOf('deployments.apps', 'nodes')`. */
export const isOneOf =
  (...names: readonly string[]): ((kind: Kind) => boolean) =>
  kind =>
    names.includes(resourceName(kind))

/** The kinds of the shared definition that have a scale subresource, which they do not say themselves. */
const isBuiltInScalable = isOneOf(
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'replicationcontrollers',
)

/** Whether the server has a scale subresource for a kind. */
export const isScalable = (kind: Kind): boolean =>
  isBuiltInScalable(kind) ||
  (kind.subresources ?? []).some(subresource =>
    typeof subresource === 'string' ? subresource === 'scale' : subresource.name === 'scale',
  )
