import type { KubernetesObject } from '@kube-informer/core'
import type { CreateEvent, DeleteEvent, GenericEvent, UpdateEvent } from '../api/object-event.ts'
import type { Predicate } from '../api/predicate.ts'

/** One function for each type of event; an absent one passes its events. */
export interface PredicateFuncs<T = KubernetesObject> {
  readonly create?: ((event: CreateEvent<T>) => boolean) | undefined
  readonly update?: ((event: UpdateEvent<T>) => boolean) | undefined
  readonly delete?: ((event: DeleteEvent<T>) => boolean) | undefined
  readonly generic?: ((event: GenericEvent<T>) => boolean) | undefined
}

/**
 * Decides with one function for each type of event (controller-runtime `predicate.Funcs`).
 *
 * @example predicateFuncs({ delete: () => false })
 */
export const predicateFuncs =
  <T = KubernetesObject>(funcs: PredicateFuncs<T>): Predicate<T> =>
  event => {
    switch (event.type) {
      case 'create':
        return funcs.create?.(event) ?? true
      case 'update':
        return funcs.update?.(event) ?? true
      case 'delete':
        return funcs.delete?.(event) ?? true
      case 'generic':
        return funcs.generic?.(event) ?? true
    }
  }
