import type { KubernetesObject, ObjectMeta } from '../../api/object.ts'

/**
 * A row of a Table as an object of its resource: its metadata and the server's cells. Informers of Tables
 * (`form: 'table'`) cache such objects. They lack `spec`, `status` and everything else.
 *
 * Cells are values of the time when the server printed them: a cell such as `5m` (an age) does not change until the object
 * does. Compute ages from `metadata.creationTimestamp`.
 */
export interface TableObject extends KubernetesObject {
  readonly metadata?: ObjectMeta
  /** One per column, in the order of the columns. */
  readonly cells: readonly unknown[]
  /** Conditions of the row, such as `Completed` of a Pod that has ended. */
  readonly conditions?: readonly TableRowCondition[]
}

/** A condition of a row (meta/v1 TableRowCondition). */
export interface TableRowCondition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
}
