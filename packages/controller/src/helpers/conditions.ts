import { type Clock, systemClock } from '@kube-informer/core'
import type { Condition } from '@kube-informer/core/resources'
import { refuseFrozen } from './writable.ts'

/** A condition to set. */
export type NewCondition = Omit<Condition, 'lastTransitionTime'> & Partial<Condition>

/** An object with conditions in its status. */
export interface WithConditions {
  readonly status?: { readonly conditions?: readonly Condition[] } | undefined
}

/** An object whose conditions may be changed: a draft, or an object that was built here. */
export interface WritableConditions {
  status?: { conditions?: readonly Condition[] } | undefined
}

/** The clock of `lastTransitionTime`. */
export interface SetStatusConditionOptions {
  /** @default the host's clock */
  readonly clock?: Pick<Clock, 'now'> | undefined
}

/**
 * Adds a condition, or changes the one of the same type. Returns whether the draft changed (apimachinery
 * `meta.SetStatusCondition`).
 *
 * `lastTransitionTime` changes with the status only: to the given time, or else to now, in whole seconds. An
 * `observedGeneration` that is not given is removed, as in apimachinery.
 *
 * @example
 * await createOrPatch(client, widgets, { namespace, name }, draft => {
 *   setStatusCondition(draft, { type: 'Ready', status: 'True', reason: 'Deployed', message: '' })
 * })
 */
export function setStatusCondition(
  draft: WritableConditions,
  condition: NewCondition,
  { clock = systemClock }: SetStatusConditionOptions = {},
): boolean {
  const { lastTransitionTime = timestamp(clock.now()), ...fields } = condition
  const existing = findStatusCondition(draft, condition.type)
  if (!existing) {
    write(draft, [...conditionsOf(draft), { ...fields, lastTransitionTime }])
    return true
  }
  if (isSame(existing, condition)) return false
  const isTransition = existing.status !== condition.status
  // Without a generation none is written: `kubectl wait` ignores a condition of an earlier one.
  const { observedGeneration: _, ...kept } = existing
  const changed: Condition = { ...kept, ...fields, ...(isTransition && { lastTransitionTime }) }
  write(
    draft,
    conditionsOf(draft).map(each => (each === existing ? changed : each)),
  )
  return true
}

/** Removes a condition. Returns whether it was there (apimachinery `meta.RemoveStatusCondition`). */
export function removeStatusCondition(draft: WritableConditions, type: string): boolean {
  const kept = conditionsOf(draft).filter(each => each.type !== type)
  if (kept.length === conditionsOf(draft).length) return false
  write(draft, kept)
  return true
}

/** The condition of a type (apimachinery `meta.FindStatusCondition`). */
export const findStatusCondition = (object: WithConditions, type: string): Condition | undefined =>
  conditionsOf(object).find(each => each.type === type)

/** Whether the condition of a type has the status (apimachinery `meta.IsStatusConditionPresentAndEqual`). */
export const hasStatusCondition = (
  object: WithConditions,
  type: string,
  status: 'True' | 'False' | 'Unknown',
): boolean => findStatusCondition(object, type)?.status === status

/** Whether the condition of a type is True (apimachinery `meta.IsStatusConditionTrue`). */
export const isStatusConditionTrue = (object: WithConditions, type: string): boolean =>
  hasStatusCondition(object, type, 'True')

/** Whether the condition of a type is False (apimachinery `meta.IsStatusConditionFalse`). */
export const isStatusConditionFalse = (object: WithConditions, type: string): boolean =>
  hasStatusCondition(object, type, 'False')

const conditionsOf = ({ status }: WithConditions): readonly Condition[] => status?.conditions ?? []

const isSame = (a: Condition, b: NewCondition): boolean =>
  a.status === b.status &&
  a.reason === b.reason &&
  a.message === b.message &&
  a.observedGeneration === b.observedGeneration

function write(draft: WritableConditions, conditions: readonly Condition[]): void {
  refuseFrozen(draft.status ?? draft)
  draft.status ??= {}
  draft.status.conditions = conditions
}

/** meta/v1 Time has seconds. */
const timestamp = (nowMs: number): string => `${new Date(nowMs).toISOString().slice(0, 19)}Z`
