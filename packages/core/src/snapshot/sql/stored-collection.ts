import { UsageError } from '../../api/errors.ts'
import { holdsCredentials } from '../../api/holds-credentials.ts'
import { groupResource, type ResourceDefinition } from '../../api/resource.ts'

/** What a stored collection contains. Collections that differ in one of these share no data. */
export interface StoredCollection {
  /** The URL of the server, without credentials. If several clusters are served under one URL, add their name. */
  readonly server: string
  /** The user with whose rights the objects were read. @default "": the application's own */
  readonly identity?: string | undefined
  readonly resource: ResourceDefinition
  /** @default all */
  readonly namespace?: string | undefined
  /** @default "" */
  readonly labelSelector?: string | undefined
  /** @default "" */
  readonly fieldSelector?: string | undefined
  /** Identifies how objects are reduced, e.g. a version of your `trim` and `transform`. A new shape is a new collection. */
  readonly shape?: string | undefined
}

const URL_CREDENTIALS = /^[a-z+.-]*:\/\/[^/?#]*@/i

/** The name under which a collection is stored. */
export function collectionName(collection: StoredCollection): string {
  const { server, identity = '', resource, shape = '' } = collection
  const { namespace = '', labelSelector = '', fieldSelector = '' } = collection
  const { group, version, plural } = resource
  return JSON.stringify([
    ...[server, identity, group, version, plural],
    ...[namespace, labelSelector, fieldSelector, shape],
  ])
}

/** @throws {UsageError} if the collection must not be stored */
export function checkStorable({ server, resource }: StoredCollection, persist: boolean): void {
  if (URL_CREDENTIALS.test(server))
    throw new UsageError('the URL of a stored collection contains credentials')
  if (!persist && holdsCredentials(resource))
    throw new UsageError(
      `${groupResource(resource)} may hold credentials and are not stored; set \`persist: true\` to store them`,
    )
}
