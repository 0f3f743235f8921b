import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import type { Pod } from '@kube-informer/core/resources'
import { restartsOf } from './pod.ts'
import { statusOf } from './status.ts'

/** The names of values that are computed from an object, since no path leads to them. */
export type ComputedName = 'status' | 'restarts'

/** A condition on computed values, as plain data. The worker evaluates it, as the predicate `computed`. */
export type ComputedCondition =
  | { readonly and: readonly ComputedCondition[] }
  | { readonly or: readonly ComputedCondition[] }
  | { readonly not: ComputedCondition }
  | ({ readonly field: ComputedName } & Comparison)

type Comparison =
  /** One of these texts, in any case. */
  | { readonly in: readonly string[] }
  /** A part of the text matches this regular expression. */
  | { readonly matches: string }
  | { readonly lt: number }
  | { readonly lte: number }
  | { readonly gt: number }
  | { readonly gte: number }

/** A computed value of an object. */
function computed(kind: ResourceDefinition, object: KubernetesObject, name: ComputedName): string | number {
  if (name === 'restarts') return restartsOf(object as Pod)
  return statusOf(kind, object)?.text ?? ''
}

/** Whether an object meets a condition. */
export function meets(
  kind: ResourceDefinition,
  object: KubernetesObject,
  condition: ComputedCondition,
): boolean {
  if ('and' in condition) return condition.and.every(each => meets(kind, object, each))
  if ('or' in condition) return condition.or.some(each => meets(kind, object, each))
  if ('not' in condition) return !meets(kind, object, condition.not)
  return compares(computed(kind, object, condition.field), condition)
}

function compares(value: string | number, comparison: Comparison): boolean {
  if ('in' in comparison)
    return comparison.in.some(each => each.toLowerCase() === String(value).toLowerCase())
  if ('matches' in comparison) return new RegExp(comparison.matches).test(String(value))
  const number = Number(value)
  if ('lt' in comparison) return number < comparison.lt
  if ('lte' in comparison) return number <= comparison.lte
  if ('gt' in comparison) return number > comparison.gt
  return number >= comparison.gte
}
