import type { InformerCounters, InformerStatus } from '@kube-informer/core'
import { isRefused } from '../held-view/denials.ts'
import { unionStatus } from '../held-view/union-status.ts'
import { type ScopeFilter, scopeFilterOf } from '../slices/scope-filter.ts'
import type { InformerLocation } from './informer-location.ts'
import type { ScopedInformer } from './scoped-informer.ts'

/** An informer, and which of its rows belong to a narrower scope. */
export interface WiderScope {
  readonly informer: ScopedInformer
  readonly scopeFilter: ScopeFilter
}

/** Whether an informer has data and the server does not refuse it. */
export const isUsable = ({ status }: ScopedInformer): boolean => status.data !== 'none' && !isRefused(status)

/** The widest usable informer that has the rows of a scope, so that the others can stop. */
export function findWidest(
  { definition, scope, key }: InformerLocation,
  informers: Iterable<ScopedInformer>,
): WiderScope | undefined {
  let widest: WiderScope | undefined
  for (const informer of informers) {
    if (informer.definition !== definition || informer.key === key || !isUsable(informer)) continue
    const scopeFilter = scopeFilterOf(definition, informer.scope, scope)
    const isWider = !widest || scopeFilterOf(definition, informer.scope, widest.informer.scope)
    if (scopeFilter && isWider) widest = { informer, scopeFilter }
  }
  return widest
}

/**
 * The counters of an informer, with the number of objects of one namespace. Objects that match selectors are not
 * counted: that would read each row.
 */
export function countersIn({ informer, scopeFilter: { namespace, keeps } }: WiderScope): InformerCounters {
  const { counters } = informer.status
  return namespace === undefined || keeps ? counters : { ...counters, objects: informer.countIn(namespace) }
}

/** The status of the informer that serves a scope, else of those that serve parts of it; undefined for none. */
export function statusIn(
  location: InformerLocation,
  informers: ReadonlyMap<string, ScopedInformer>,
): InformerStatus | undefined {
  const own = informers.get(location.key)
  if (own) return own.status
  const wide = findWidest(location, informers.values())
  if (wide) return { ...wide.informer.status, counters: countersIn(wide) }
  const { definition, scope } = location
  const parts = [...informers.values()].filter(
    each => each.definition === definition && scopeFilterOf(definition, scope, each.scope),
  )
  const statuses = parts.map(({ status }) => status)
  return statuses.length > 0 ? unionStatus(statuses, true) : undefined
}
