import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
} from '@kube-informer/core/resources'

type Conditions = readonly CustomResourceDefinitionCondition[]

/** A condition of a definition without its transition time. */
export type Finding = Pick<CustomResourceDefinitionCondition, 'type' | 'reason' | 'message'> & {
  readonly status: 'True' | 'False'
}

/** Whether a condition of the definition holds. */
export const holds = ({ status }: CustomResourceDefinition, type: string): boolean =>
  status?.conditions?.some(condition => condition.type === type && condition.status === 'True') ?? false

/** The conditions with one updated; an unchanged condition keeps its transition time. */
export function withCondition(conditions: Conditions, finding: Finding, now: string): Conditions {
  const { type, status, reason, message } = finding
  const before = conditions.find(condition => condition.type === type)
  const lastTransitionTime = before?.status === status ? (before.lastTransitionTime ?? now) : now
  const next: CustomResourceDefinitionCondition = {
    type,
    status,
    lastTransitionTime,
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
  }
  return before ? conditions.map(each => (each === before ? next : each)) : [...conditions, next]
}
