import type { ResourceDefinition } from '@kube-informer/core'
import type { ServedKind } from '../api/served-kind.ts'
import { columnsOf } from './columns-of.ts'
import { fieldLabelsOf } from './field-labels.ts'
import { fieldPathsOf, fieldValueOf, unknownFieldOf } from './field-values.ts'

/**
 * How a Kubernetes server encodes, selects and displays a resource. Resources of a group with a dot that does not end with
 * `.k8s.io` are custom ones: they have the fields name and namespace, and the columns name and age.
 *
 * @example
 * const handler = createCacherHandler({ kind: servedKindOf(pods), reads: cacher, clock })
 */
export function servedKindOf(resource: ResourceDefinition): ServedKind {
  const unknownField = unknownFieldOf(resource)
  const selectableFields = fieldLabelsOf(resource)
  return {
    resource,
    listKind: `${resource.kind}List`,
    isBuiltIn: !resource.group.includes('.') || resource.group.endsWith('.k8s.io'),
    selectableFields,
    fieldPaths: fieldPathsOf(resource, selectableFields),
    fieldValue: fieldValueOf(resource),
    ...(unknownField ? { unknownField } : {}),
    columns: () => columnsOf(resource),
  }
}
