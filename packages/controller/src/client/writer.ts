import { type KubeClient, type ResourceDefinition, resolveObjectName, UsageError } from '@kube-informer/core'
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
    return options.subresource ? send() : writes.write(resource, object.metadata ?? {}, options, send)
  },
  replace: async (resource, object, options = {}) => {
    refuseMetadata(resource, 'cannot update using only metadata -- did you mean to patch?')
    refuseUnsafeValues(object)
    return writes.write(resource, resolveObjectName(resource, object), options, () =>
      client.replace(resource, object, options),
    )
  },
  patch: async (resource, object, patch, options = {}) => {
    refuseUnsafeValues(patch)
    const send = () => client.patch(resource, object, patch, options)
    return inForm(resource, await writes.write(resource, resolveObjectName(resource, object), options, send))
  },
  apply: async (resource, object, options = {}) => {
    refuseUnsafeValues(object)
    const send = () => client.apply(resource, object, options)
    return inForm(resource, await writes.write(resource, resolveObjectName(resource, object), options, send))
  },
  delete: async (resource, object, options = {}) =>
    writes.delete(resource, resolveObjectName(resource, object), options, () =>
      client.delete(resource, object, options),
    ),
  deleteCollection: async (resource, options = {}) =>
    writes.deleteMany(resource, options.namespace, options, () => client.deleteCollection(resource, options)),
})

function refuseMetadata(resource: ResourceDefinition, message: string): void {
  if (isMetadataOnly(resource)) throw new UsageError(message)
}
