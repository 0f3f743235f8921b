import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
} from '@kube-informer/core/resources'
import { label1035Errors, subdomainErrors } from '../object/names.ts'
import { invalidValue, invalidValues, requiredValue, unsupportedValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'

type Errors = readonly FieldError[]

/** Errors in a definition's own name, group and scope. */
export const identityErrors = ({ metadata = {}, spec }: CustomResourceDefinition): Errors => [
  // Only a new definition can have a name that does not match; later the names in the spec are immutable.
  ...(metadata.resourceVersion ? [] : nameErrors(metadata.name ?? '', spec)),
  ...groupErrors(spec.group),
  ...scopeErrors(spec.scope),
]

function nameErrors(name: string, { names, group }: CustomResourceDefinitionSpec): Errors {
  if (name === `${names.plural}.${group}` || subdomainErrors(name).length > 0) return []
  return [invalidValue('metadata.name', name, 'must be spec.names.plural+"."+spec.group')]
}

function groupErrors(group: string): Errors {
  if (!group) return [requiredValue('spec.group')]
  const wrong = subdomainErrors(group)
  if (wrong.length > 0) return invalidValues('spec.group', group, wrong)
  return group.includes('.')
    ? []
    : [invalidValue('spec.group', group, 'should be a domain with at least one dot')]
}

function scopeErrors(scope: string): Errors {
  if (!scope) return [requiredValue('spec.scope')]
  const scopes = ['Cluster', 'Namespaced']
  return scopes.includes(scope) ? [] : [unsupportedValue('spec.scope', scope, scopes)]
}

/** Errors in the names of the defined kind. */
export function namesErrors(names: CustomResourceDefinitionNames): Errors {
  const { plural, singular = '', kind, listKind = '', shortNames = [], categories = [] } = names
  const required = Object.entries({ plural, singular, kind, listKind })
    .filter(([, value]) => !value)
    .map(([name]) => requiredValue(`spec.names.${name}`))
  const label = (field: string, value: string): Errors =>
    value ? invalidValues(`spec.names.${field}`, value, label1035Errors(value)) : []
  const kindLabel = (field: string, value: string): Errors =>
    invalidValues(
      `spec.names.${field}`,
      value,
      value
        ? label1035Errors(value.toLowerCase()).map(
            rule => `may have mixed case, but should otherwise match: ${rule}`,
          )
        : [],
    )
  return [
    ...required,
    ...label('plural', plural),
    ...label('singular', singular),
    ...kindLabel('kind', kind),
    ...shortNames.flatMap((each, index) => label(`shortNames[${index}]`, each)),
    ...kindLabel('listKind', listKind),
    ...(kind && kind === listKind
      ? [invalidValue('spec.names.listKind', listKind, 'kind and listKind may not be the same')]
      : []),
    ...categories.flatMap((each, index) => label(`categories[${index}]`, each)),
  ]
}
