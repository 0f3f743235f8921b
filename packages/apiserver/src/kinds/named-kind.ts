import type { ResourceDefinition } from '@kube-informer/core'
import { customColumns } from '@kube-informer/core/columns'
import type { Subresource } from '../schema/subresource.ts'
import { isBuiltIn } from './is-built-in.ts'
import type { Kind } from './kind.ts'

/** The verbs of custom resources, in a real server's order. */
export const CUSTOM_VERBS: readonly string[] = [
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'create',
  'update',
  'watch',
]

/** The verbs of subresources that have state. */
export const STATE_VERBS: readonly string[] = ['get', 'patch', 'update']

/** The kind of a resource without a definition: no schema, so any object is accepted, and a `status` subresource. */
export function namedKind(resource: ResourceDefinition, selectableFields: readonly string[] = []): Kind {
  const status: Subresource = { name: 'status', kind: resource.kind, verbs: STATE_VERBS }
  return Object.freeze({
    resource,
    singular: resource.kind.toLowerCase(),
    listKind: `${resource.kind}List`,
    shortNames: [],
    categories: [],
    verbs: CUSTOM_VERBS,
    subresources: [status],
    isBuiltIn: isBuiltIn(resource),
    selectableFields,
    schema: async () => undefined,
    columns: async () => customColumns(undefined),
  })
}
