import { defineResource } from '@kube-informer/core'
import { customColumns } from '@kube-informer/core/columns'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '@kube-informer/core/resources'
import type { Kind } from '../kinds/kind.ts'
import { compareKubeVersions } from '../kinds/kube-version.ts'
import { CUSTOM_VERBS, STATE_VERBS } from '../kinds/named-kind.ts'
import { loadSchemas } from '../schema/load-schemas.ts'
import type { Schema } from '../schema/schema.ts'
import { OBJECT_META, structuralSchema } from '../schema/structural-schema.ts'
import type { Subresource } from '../schema/subresource.ts'
import { holds } from './conditions.ts'

/**
 * The kinds of an established definition, one for each served version. The versions share stored objects, as with the
 * conversion strategy `None` (see `conversionOf`); conversion webhooks are not called.
 */
export function customKinds(definition: CustomResourceDefinition): readonly Kind[] {
  const { acceptedNames } = definition.status ?? {}
  if (!acceptedNames || !holds(definition, 'Established')) return []
  const served = definition.spec.versions.filter(version => version.served)
  return served.map(version => customKind(definition, acceptedNames, version))
}

function customKind(
  { spec, metadata }: CustomResourceDefinition,
  names: CustomResourceDefinitionNames,
  version: CustomResourceDefinitionVersion,
): Kind {
  const { plural, kind } = names
  const { openAPIV3Schema } = version.schema ?? {}
  let schema: Promise<Schema> | undefined
  return Object.freeze({
    resource: defineResource({
      group: spec.group,
      version: version.name,
      plural,
      kind,
      namespaced: spec.scope === 'Namespaced',
    }),
    singular: names.singular ?? kind.toLowerCase(),
    listKind: names.listKind ?? `${kind}List`,
    shortNames: names.shortNames ?? [],
    categories: names.categories ?? [],
    verbs: CUSTOM_VERBS,
    subresources: subresourcesOf(kind, version),
    isBuiltIn: false,
    storedAs: storedAs(spec, kind),
    deprecation: version.deprecated ? deprecationOf(spec, version) : undefined,
    isTerminating: metadata?.deletionTimestamp !== undefined,
    selectableFields: version.selectableFields?.map(({ jsonPath }) => jsonPath.replace(/^\./, '')) ?? [],
    scale: version.subresources?.scale,
    openApiSchema: openAPIV3Schema,
    schema: async () => {
      if (openAPIV3Schema) schema ??= loadStructural(openAPIV3Schema)
      return schema
    },
    columns: async () => customColumns(version.additionalPrinterColumns),
  })
}

function storedAs({ group, versions }: CustomResourceDefinitionSpec, kind: string): string | undefined {
  const stored = versions.find(version => version.storage && version.served)
  return stored && `${group}/${stored.name}/${kind}`
}

/** The definition's warning, or one that names the replacing version. */
function deprecationOf(
  { group, names, versions }: CustomResourceDefinitionSpec,
  { name, deprecationWarning }: CustomResourceDefinitionVersion,
): string {
  if (deprecationWarning) return deprecationWarning
  const [better] = versions
    .filter(version => version.served && !version.deprecated && compareKubeVersions(version.name, name) < 0)
    .toSorted((a, b) => compareKubeVersions(a.name, b.name))
  const advice = better ? `; use ${group}/${better.name} ${names.kind}` : ''
  return `${group}/${name} ${names.kind} is deprecated${advice}`
}

const loadStructural = async (schema: JSONSchemaProps): Promise<Schema> =>
  structuralSchema({ ...schema }, (await loadSchemas()).ofType(OBJECT_META))

function subresourcesOf(
  kind: string,
  { subresources: { status, scale } = {} }: CustomResourceDefinitionVersion,
): readonly Subresource[] {
  return [
    ...(status ? [{ name: 'status', kind, verbs: STATE_VERBS }] : []),
    ...(scale
      ? [{ name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: STATE_VERBS }]
      : []),
  ]
}
