import type { ResourceDefinition } from '@kube-informer/core'

/** The plural in the case of the kind: `Pods`, `NetworkPolicies`. */
export function kindTitle({ kind, plural }: Pick<ResourceDefinition, 'kind' | 'plural'>): string {
  const lower = kind.toLowerCase()
  let same = 0
  while (same < lower.length && lower[same] === plural[same]) same++
  // A plural of its own, such as `people` of the kind Person.
  if (same < lower.length - 1) return plural.charAt(0).toUpperCase() + plural.slice(1)
  return kind.slice(0, same) + plural.slice(same)
}
