import { itemsAt, textAt } from './fields.ts'

/** One of `status.conditions`. */
export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly lastTransitionTime: string | undefined
}

export const conditionsOf = (object: unknown): readonly Condition[] =>
  itemsAt(object, 'status', 'conditions').map(item => ({
    type: textAt(item, 'type') ?? '',
    status: textAt(item, 'status') ?? '',
    reason: textAt(item, 'reason') ?? '',
    message: textAt(item, 'message') ?? '',
    lastTransitionTime: textAt(item, 'lastTransitionTime') ?? textAt(item, 'lastUpdateTime'),
  }))

/** The condition of a type, if it is true. */
export const conditionOf = (object: unknown, type: string): Condition | undefined =>
  conditionsOf(object).find(condition => condition.type === type && condition.status === 'True')
