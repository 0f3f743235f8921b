import type { DiscoveredResource } from '@kube-informer/core/discovery'

/** The short name of a group: `rbac` for `rbac.authorization.k8s.io`. */
const labelOf = (group: string): string => (group === '' ? 'core' : group.split('.', 1).join())

/** The name of a resource's module: `apps-v1`. */
export const moduleOfResource = ({ group, version }: DiscoveredResource): string =>
  `${labelOf(group)}-${version}`

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Assigns unique names. The first request gets the plain name; later ones get a distinguishing suffix. */
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
