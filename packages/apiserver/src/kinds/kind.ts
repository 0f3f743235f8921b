import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { TableColumn } from '@kube-informer/core/columns'
import type { Schema } from '../schema/schema.ts'
import type { Subresource } from '../schema/subresource.ts'

/** Paths like `.spec.replicas` (apiextensions.k8s.io/v1 CustomResourceSubresourceScale). */
interface ScalePaths {
  readonly specReplicasPath: string
  readonly statusReplicasPath: string
  readonly labelSelectorPath?: string | undefined
}

/**
 * A served resource in one version: built in, defined by a CustomResourceDefinition, or passed to `createFakeApiserver`
 * without a schema.
 */
export interface Kind {
  readonly resource: ResourceDefinition
  readonly singular: string
  readonly listKind: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly verbs: readonly string[]
  readonly subresources: readonly Subresource[]
  /** Compiled into the apiserver. The JSON and the messages of custom resources differ in details. */
  readonly isBuiltIn: boolean
  /** The fields that a field selector supports besides name and namespace. */
  readonly selectableFields: readonly string[]
  /** The selector value of such a field; absent: the value as text, "" if it is missing. */
  fieldValue?(object: KubernetesObject, path: string): string
  /** The message for an unsupported field; absent: the message of most kinds. */
  unknownField?(path: string): string
  /** Sent as a Warning header with each response in this version. */
  readonly deprecation?: string | undefined
  /** Its definition is being deleted: objects can be deleted and not created. */
  readonly isTerminating?: boolean | undefined
  /** Identifies the storage form in discovery; absent if nothing is stored. */
  readonly storageVersionHash?: string | undefined
  /** The version in which custom resources are stored, if it is served: `group/version/Kind`. */
  readonly storedAs?: string | undefined
  /** The paths of the `scale` subresource, for custom resources. */
  readonly scale?: ScalePaths | undefined
  /** Undefined if unknown; any object is then accepted. */
  schema(): Promise<Schema | undefined>
  /** The schema of a CustomResourceDefinition with its descriptions, for OpenAPI. */
  readonly openApiSchema?: object | undefined
  columns(): Promise<readonly TableColumn[]>
}
