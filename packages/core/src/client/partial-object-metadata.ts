import { ProtocolError } from '../api/errors.ts'
import type { ListOptions } from '../api/lister-watcher.ts'
import type { KubernetesObject, List, ObjectMeta } from '../api/object.ts'
import { type ObjectName, resolveObjectName } from '../api/object-name.ts'
import { defineResource, describeLocation, type ResourceDefinition, resourcePath } from '../api/resource.ts'
import { METADATA_ACCEPT } from './collections/metadata-accept.ts'
import { objectDecoder } from './decoding/item-decoder.ts'
import type { InformerClient, KubeClient } from './kube-client.ts'
import { readJson } from './transport/answer.ts'
import type { CallOptions, GetOptions } from './verb-options.ts'

/** An object reduced to its metadata (meta/v1 PartialObjectMetadata). */
export interface PartialObjectMetadata extends KubernetesObject {
  readonly metadata?: ObjectMeta
}

/** The definition of the resource in its metadata-only form. */
export const asMetadata = (resource: ResourceDefinition): ResourceDefinition<PartialObjectMetadata> =>
  defineResource({ ...resource, group: 'meta.k8s.io', version: 'v1', kind: 'PartialObjectMetadata' })

/**
 * Reads only the metadata of one object.
 *
 * @example
 * const { metadata } = await getMetadata(client, secrets, 'default/login')
 */
export async function getMetadata(
  client: Pick<KubeClient, 'request'>,
  resource: ResourceDefinition,
  object: ObjectName,
  { signal, ...query }: GetOptions = {},
): Promise<PartialObjectMetadata> {
  const at = resolveObjectName(resource, object)
  const what = `get the metadata of ${describeLocation(resource, at)}`
  const headers = { accept: METADATA_ACCEPT.watch }
  const response = await client.request(resourcePath(resource, at), { query, headers, signal, what })
  return readJson<PartialObjectMetadata>(response, what, ({ kind }) => kind === 'PartialObjectMetadata')
}

/** Lists metadata only: one page, or everything if `limit` is absent. {@link createListWatch} can also watch it. */
export async function listMetadata(
  client: Pick<InformerClient, 'collections'>,
  resource: ResourceDefinition,
  { namespace, ...query }: ListOptions & { readonly namespace?: string } = {},
  { signal }: CallOptions = {},
): Promise<List<PartialObjectMetadata>> {
  const decoder = objectDecoder(asMetadata(resource), { trim: [] })
  const accept = METADATA_ACCEPT.list
  const list = await client.collections.list(resource, query, { namespace, signal, decoder, accept })
  if (list.kind !== 'PartialObjectMetadataList')
    throw new ProtocolError(
      `list the metadata of ${resource.plural}: the answer is not a PartialObjectMetadataList`,
    )
  return list
}
