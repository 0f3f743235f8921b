import type { ResourceDefinition } from '@kube-informer/core'
import type { Subresource } from '../schema/subresource.ts'
import { customColumns } from './columns/custom-columns.ts'
import { isBuiltIn } from './is-built-in.ts'
import type { Kind } from './kind.ts'

/** What custom resources can, in the order in which a real server tells of it. */
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

/** What a subresource with a state of its own can. */
export const STATE_VERBS: readonly string[] = ['get', 'patch', 'update']

/** The kind of a resource that a test only named: no schema, so that any object will do, and a status of its own path. */
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
