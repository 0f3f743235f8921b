import type { KubernetesObject } from '../../api/object.ts'
import type { ResourceDefinition } from '../../api/resource.ts'

/** A table column (meta/v1 TableColumnDefinition) and the function that computes its cells. */
export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  /** 0 is always shown; higher values only in wide output (`kubectl get -o wide`). */
  readonly priority: number
  /** The cell of an object; ages are relative to `now` (ms). */
  cell(object: KubernetesObject, now: number): unknown
  /** The conditions of the row (meta/v1 TableRowCondition); only the first column's are used. */
  rowConditions?(object: KubernetesObject): readonly object[]
}

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
