import { resourceName } from '@kube-informer/core'
import type { CollectionAddress, CollectionType, DiskOwner } from './snapshot-disk.ts'

/** The texts that identify a collection. The database holds their stored names. */
export interface CollectionNames {
  readonly owner: string
  /** The owner, resource and scope. */
  readonly id: string
  /** The resource, and the shape of its rows. */
  readonly type: string
  /** Names the collection in status messages; not stored. */
  readonly title: string
}

/** The text of an owner. */
export const ownerId = ({ server, identity }: DiskOwner): string => JSON.stringify([server, identity])

/** The text of a type. */
export const typeId = ({ resource: { group, version, plural }, shape }: CollectionType): string =>
  JSON.stringify([group, version, plural, shape])

/** The texts of a collection. */
export function namesOf(address: CollectionAddress): CollectionNames {
  const { server, identity, resource, scope } = address
  const { group, version, plural } = resource
  const { namespace = '', labelSelector = '', fieldSelector = '' } = scope
  const parts = [server, identity, group, version, plural, namespace, labelSelector, fieldSelector]
  const title = resourceName(resource) + (namespace === '' ? '' : ` in namespace "${namespace}"`)
  return { owner: ownerId(address), id: JSON.stringify(parts), type: typeId(address), title }
}
