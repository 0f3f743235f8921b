import type { KubernetesObject } from '@kube-informer/core'
import type { Predicate } from '../api/predicate.ts'

/** Passes what all predicates pass. It stops at the first no. Without predicates, everything passes. */
export const and =
  <T = KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> =>
  event =>
    predicates.every(predicate => predicate(event))

/**
 * Passes what one of the predicates passes. It stops at the first yes. Without predicates, nothing passes.
 *
 * @example or(generationChanged, annotationChanged)
 */
export const or =
  <T = KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> =>
  event =>
    predicates.some(predicate => predicate(event))

/**
 * Passes what the predicate does not pass. `not(generationChanged)` passes no create, delete or generic event, because
 * `generationChanged` passes all of these.
 */
export const not =
  <T = KubernetesObject>(predicate: Predicate<T>): Predicate<T> =>
  event =>
    !predicate(event)
