import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { TableColumn } from '@kube-informer/core/columns'

/** Describes how a resource is encoded, selected and displayed. */
export interface ServedKind {
  readonly resource: ResourceDefinition
  /** `PodList`. */
  readonly listKind: string
  /** Whether the kind is compiled into the apiserver. The JSON and messages of custom resources differ in details. */
  readonly isBuiltIn: boolean
  /** The paths that field selectors support besides name and namespace. */
  readonly selectableFields: readonly string[]
  /** The paths that their values are read from: `fieldPaths` of a cacher. @default the fields themselves */
  readonly fieldPaths?: readonly string[] | undefined
  /** The value of such a field, if it differs from the value at the path. */
  fieldValue?(object: KubernetesObject, path: string): string
  /** The message for an unsupported field, if it differs from the usual one. */
  unknownField?(field: string): string
  columns(): Promise<readonly TableColumn[]>
}
