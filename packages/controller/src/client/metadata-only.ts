import {
  defineResource,
  type KubernetesObject,
  type PartialObjectMetadata,
  type ResourceDefinition,
  resourceName,
} from '@kube-informer/core'

/** The definition of a resource whose objects are read as metadata only. */
export interface MetadataDefinition extends ResourceDefinition<PartialObjectMetadata> {
  readonly metadataOnly: true
}

/**
 * The same resource, read as metadata only, which saves traffic and memory (controller-runtime `builder.OnlyMetadata`).
 * Its informer is a separate one. Such objects can be patched and deleted, but not created or replaced.
 *
 * @example
 * await client.list(metadataOnly(secrets), { namespace: 'default' })
 */
export const metadataOnly = (resource: ResourceDefinition): MetadataDefinition =>
  Object.freeze({ ...defineResource<PartialObjectMetadata>(resource), metadataOnly: true } as const)

/** Whether a definition reads metadata only. */
export const isMetadataOnly = (resource: ResourceDefinition): resource is MetadataDefinition =>
  'metadataOnly' in resource && resource.metadataOnly === true

/** Identifies a resource and the form in which it is read: `v1/pods`, `v1/pods metadata`. */
export const formName = (resource: ResourceDefinition): string =>
  isMetadataOnly(resource) ? `${resourceName(resource)} metadata` : resourceName(resource)

/** The answer to a write in the form of its definition: the server answers with the whole object. */
export const inForm = <T extends KubernetesObject>(resource: ResourceDefinition, object: T): T =>
  isMetadataOnly(resource)
    ? ({
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: object.metadata,
      } as unknown as T)
    : object
