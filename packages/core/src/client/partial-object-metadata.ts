import type { KubernetesObject, ObjectMeta } from '../api/object.ts'
import { defineResource, type ResourceDefinition } from '../api/resource.ts'

/** An object reduced to its metadata (meta/v1 PartialObjectMetadata). */
export interface PartialObjectMetadata extends KubernetesObject {
  readonly metadata?: ObjectMeta
}

const accept = (kind: string): string => `application/json;as=${kind};g=meta.k8s.io;v=v1`

/** What a list is asked for, and a watch: the server refuses the one form for the other. */
export const METADATA_ACCEPT: Readonly<Record<'list' | 'watch', string>> = {
  list: /* @__PURE__ */ accept('PartialObjectMetadataList'),
  watch: /* @__PURE__ */ accept('PartialObjectMetadata'),
}

/** The resource as it looks when only metadata is asked for: kind and version are those of the reduced form. */
export const asMetadata = (resource: ResourceDefinition): ResourceDefinition<PartialObjectMetadata> =>
  defineResource({ ...resource, group: 'meta.k8s.io', version: 'v1', kind: 'PartialObjectMetadata' })
