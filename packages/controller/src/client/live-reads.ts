import {
  fieldSelectorText,
  getMetadata,
  type InformerClient,
  type ItemLocation,
  isNotFound,
  isUnexpectedServerError,
  type KubernetesObject,
  type List,
  type ListOptions,
  labelSelectorText,
  listMetadata,
  type ResourceDefinition,
  type SubresourceObject,
} from '@kube-informer/core'
import type { Reader, ReadListOptions, ReadOptions } from '../api/client.ts'
import { isMetadataOnly } from './metadata-only.ts'

/**
 * Reads from the server, past any cache (controller-runtime `manager.GetAPIReader`). Lists have pages, and select any field
 * that the server supports.
 *
 * @example
 * const page = await createApiReader(client).list(pods, { limit: 500 })
 */
export const createApiReader = (client: InformerClient): Reader => ({
  get: (resource, at, options) => getLive(client, resource, at, options),
  find: async (resource, at, options) => {
    try {
      return await getLive(client, resource, at, options)
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
  at: ItemLocation<S>,
  { signal }: ReadOptions = {},
): Promise<SubresourceObject<T, S>> {
  if (!isMetadataOnly(resource) || !at.name) return client.get<T, S>(resource, at, { signal })
  const { namespace, name } = at
  const object = await getMetadata(client, resource, { namespace, name }, { signal })
  return object as unknown as SubresourceObject<T, S>
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
