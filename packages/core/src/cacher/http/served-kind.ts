import type { KubernetesObject } from '../../api/object.ts'
import type { ResourceDefinition } from '../../api/resource.ts'

/** A column of a table that a server makes of objects (meta/v1 TableColumnDefinition), and how its cells are filled. */
export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly description: string
  /** 0: always shown; above: only when asked for (`kubectl get -o wide`). */
  readonly priority: number
  /** What the column shows of an object; `now` in ms, for ages. */
  cell(object: KubernetesObject, now: number): unknown
  /** What the row says of itself besides its cells (meta/v1 TableRowCondition); asked of the first column. */
  rowConditions?(object: KubernetesObject): readonly object[]
}

/** What the answers to reads depend on, besides the objects: how a resource is written, selected and shown. */
export interface ServedKind {
  readonly resource: ResourceDefinition
  /** `PodList`. */
  readonly listKind: string
  /** Compiled into the apiserver; the others are custom resources, whose JSON and texts differ in details. */
  readonly isBuiltIn: boolean
  /** The paths that a field selector may name besides name and namespace. */
  readonly selectableFields: readonly string[]
  /** The value of such a field, where it is not simply what stands at the path. */
  fieldValue?(object: KubernetesObject, path: string): string
  /** What the server says of a field that it cannot select by, where that is not the usual text. */
  unknownField?(field: string): string
  columns(): Promise<readonly TableColumn[]>
}
