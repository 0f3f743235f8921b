import { type KubernetesObject, type LabelSelectorOption, labelMatcher } from '@kube-informer/core'
import type { Predicate } from '../api/predicate.ts'

/**
 * Passes the events of the objects that the filter accepts (controller-runtime `predicate.NewPredicateFuncs`).
 *
 * The new state decides about an update. The update by which an object stops matching is therefore dropped.
 *
 * @example objectMatches(object => object.metadata?.namespace === 'ops')
 */
export const objectMatches =
  <T = KubernetesObject>(filter: (object: T) => boolean): Predicate<T> =>
  ({ object }) =>
    filter(object)

/**
 * Passes the events of the objects whose labels match (controller-runtime `predicate.LabelSelectorPredicate`). See
 * {@link objectMatches} for updates. Throws a UsageError for an invalid selector.
 *
 * @example labelSelectorMatches('app=web,tier!=cache')
 */
export function labelSelectorMatches(selector: LabelSelectorOption): Predicate {
  const matches = labelMatcher(selector)
  return objectMatches(({ metadata }) => matches(metadata?.labels ?? {}))
}
