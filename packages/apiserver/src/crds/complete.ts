import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from '@kube-informer/core/resources'
import { withMembers } from '../object/any-object.ts'

/** Stands for the missing list of a definition without versions. */
export const NO_VERSIONS: readonly CustomResourceDefinitionVersion[] = Object.freeze([])

/** The definition with the server's additions: default names, and the stored versions. */
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
