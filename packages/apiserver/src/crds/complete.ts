import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@kube-informer/core/resources'
import { withMembers } from '../object/any-object.ts'

/** In place of the list that a definition without versions does not have. */
export const NO_VERSIONS: readonly CustomResourceDefinitionVersion[] = Object.freeze([])

/** The definition with what a server adds to every one: names that go without saying, and the versions that are stored. */
export function completed(definition: CustomResourceDefinition): CustomResourceDefinition {
  const { spec, status } = definition
  const { plural, singular, shortNames, kind, listKind, categories } = spec.names
  const names = withMembers(
    { plural, kind },
    {
      singular: singular || kind.toLowerCase(),
      shortNames,
      listKind: listKind || (kind ? `${kind}List` : ''),
      categories,
    },
  )
  const stored = spec.versions.find(version => version.storage)?.name
  const storedVersions = status?.storedVersions ?? []
  const isKnown = stored === undefined || storedVersions.includes(stored)
  return {
    ...definition,
    spec: { ...spec, names, conversion: spec.conversion ?? { strategy: 'None' } },
    status: {
      ...status,
      acceptedNames: status?.acceptedNames ?? { plural: '', kind: '' },
      storedVersions: isKnown ? storedVersions : [...storedVersions, stored],
    },
  }
}
