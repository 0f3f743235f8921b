import type { KubernetesObject } from '../api/object.ts'

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
