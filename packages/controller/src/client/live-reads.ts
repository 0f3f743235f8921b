import {
  fieldSelectorText,
  getMetadata,
  type InformerClient,
  isNotFound,
  isUnexpectedServerError,
  type KubernetesObject,
  type List,
  type ListOptions,
  labelSelectorText,
  listMetadata,
  type ObjectName,
  type ResourceDefinition,
  type SubresourceObject,
} from '@kube-informer/core'
import type { ObjectReadOptions, Reader, ReadListOptions } from '../api/client.ts'
import { isMetadataOnly } from './metadata-only.ts'

/**
 * Reads from the server, past any cache (controller-runtime `manager.GetAPIReader`). Lists have pages, and select any field
 * that the server supports.
 *
 * @example
 * const page = await createApiReader(client).list(pods, { limit: 500 })
 */
export const createApiReader = (client: InformerClient): Reader => ({
  get: (resource, object, options) => getLive(client, resource, object, options),
  find: async (resource, object, options) => {
    try {
      return await getLive(client, resource, object, options)
    } catch (error) {
      if (isNotFound(error) && !isUnexpectedServerError(error)) return undefined
      throw error
    }
  },
  list: (resource, options) => listLive(client, resource, options),
})

async function getLive<T extends KubernetesObject, S extends string | undefined>(
  client: InformerClient,
  resource: ResourceDefinition<T>,
  object: ObjectName,
  { signal, subresource }: ObjectReadOptions<S> = {},
): Promise<SubresourceObject<T, S>> {
  if (!isMetadataOnly(resource)) return client.get<T, S>(resource, object, { signal, subresource })
  const metadata = await getMetadata(client, resource, object, { signal })
  return metadata as unknown as SubresourceObject<T, S>
}

async function listLive<T extends KubernetesObject>(
  client: InformerClient,
  resource: ResourceDefinition<T>,
  { signal, namespace, limit, continue: token, labelSelector, fieldSelector }: ReadListOptions = {},
): Promise<List<T>> {
  const query: ListOptions & { readonly namespace?: string } = {
    ...(namespace && { namespace }),
    ...{ limit, continue: token },
    ...(labelSelector !== undefined && { labelSelector: labelSelectorText(labelSelector) }),
    ...(fieldSelector !== undefined && { fieldSelector: fieldSelectorText(fieldSelector) }),
  }
  if (!isMetadataOnly(resource)) return client.list(resource, query, { signal })
  return (await listMetadata(client, resource, query, { signal })) as unknown as List<T>
}
