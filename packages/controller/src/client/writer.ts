import {
  type KubeClient,
  type KubernetesObject,
  type ResourceDefinition,
  type ResourceLocation,
  UsageError,
} from '@kube-informer/core'
import type { Writer } from '../api/client.ts'
import { refuseUnsafeValues } from '../api/json-value.ts'
import { inForm, isMetadataOnly } from './metadata-only.ts'
import type { TrackedWrites } from './tracked-writes.ts'

/** Creates the writes of a client: checked, sent, and tracked. */
export const createWriter = (client: KubeClient, writes: TrackedWrites): Writer => ({
  create: async (resource, object, options = {}) => {
    refuseMetadata(resource, 'cannot create using only metadata')
    refuseUnsafeValues(object)
    const send = () => client.create(resource, object, options)
    // A token, an eviction or a binding is not a state of the object.
    return options.subresource ? send() : writes.write(resource, locationOf(object), options, send)
  },
  replace: async (resource, object, options = {}) => {
    refuseMetadata(resource, 'cannot update using only metadata -- did you mean to patch?')
    refuseUnsafeValues(object)
    return writes.write(resource, locationOf(object), options, () =>
      client.replace(resource, object, options),
    )
  },
  patch: async (resource, at, patch, options = {}) => {
    refuseUnsafeValues(patch)
    const send = () => client.patch(resource, at, patch, options)
    return inForm(resource, await writes.write(resource, at, options, send))
  },
  apply: async (resource, object, options = {}) => {
    refuseUnsafeValues(object)
    const send = () => client.apply(resource, object, options)
    return inForm(resource, await writes.write(resource, locationOf(object), options, send))
  },
  delete: async (resource, at, options = {}) =>
    writes.delete(resource, at, options, () => client.delete(resource, at, options)),
  deleteCollection: async (resource, options = {}) =>
    writes.deleteMany(resource, options.namespace, options, () => client.deleteCollection(resource, options)),
})

const locationOf = ({ metadata = {} }: KubernetesObject): ResourceLocation => ({
  namespace: metadata.namespace,
  name: metadata.name,
})

function refuseMetadata(resource: ResourceDefinition, message: string): void {
  if (isMetadataOnly(resource)) throw new UsageError(message)
}
