import type { DiscoveredResource } from '@kube-informer/core/discovery'

/** `rbac` of `rbac.authorization.k8s.io`, as in the names of the schemas. */
const labelOf = (group: string): string => (group === '' ? 'core' : group.split('.', 1).join())

/** `apps-v1`: the module that a resource is in. */
export const moduleOfResource = ({ group, version }: DiscoveredResource): string =>
  `${labelOf(group)}-${version}`

/** `networkpolicies` of kind NetworkPolicy is networkPolicies; an acronym in front is written small. */
export function constantName({ plural, kind }: DiscoveredResource): string {
  const lower = kind.toLowerCase()
  let shared = 0
  while (shared < lower.length && plural[shared] === lower[shared]) shared++
  const acronym = /^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/.exec(kind)?.[0] ?? ''
  return acronym.toLowerCase() + kind.slice(acronym.length, shared) + plural.slice(shared)
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Names that are all different. The first to ask gets the plain one; others are called after what sets them apart. */
export class Names {
  readonly #groups = new Map<string, string>()

  take(name: string, group: string, version: string): string {
    const owner = this.#groups.get(name)
    if (owner === undefined) {
      this.#groups.set(name, group)
      return name
    }
    const place = owner === group ? '' : capitalized(labelOf(group))
    return this.take(name + place + capitalized(version), group, version)
  }
}
