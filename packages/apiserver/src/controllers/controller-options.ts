import { type Clock, groupResource, type Random } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import type { Kinds } from '../kinds/kinds.ts'
import { keyOf } from '../object/object-location.ts'
import type { DeleteOptions } from '../registry/delete-options.ts'
import { strategyOf } from '../registry/strategies.ts'
import type { Target } from '../registry/target.ts'
import type { Writes } from '../registry/writes.ts'
import type { Storage } from '../storage/storage.ts'

/** The server parts that controllers use. */
export interface ControllerOptions {
  readonly storage: Storage
  readonly kinds: Kinds
  readonly writes: Writes
  readonly clock: Clock
  readonly random: Random
}

const AT_ONCE: DeleteOptions = {
  dryRun: false,
  gracePeriodSeconds: 0,
  propagationPolicy: undefined,
  preconditions: {},
  isCascading: false,
}

/** One kind for each resource, regardless of its versions. */
export function storedKinds(kinds: Kinds): readonly Kind[] {
  const byName = new Map<string, Kind>()
  for (const kind of kinds.all) {
    const name = groupResource(kind.resource)
    if (!byName.has(name)) byName.set(name, kind)
  }
  return [...byName.values()]
}

/** The namespaced kinds. */
export const namespacedKinds = (kinds: Kinds): readonly Kind[] =>
  storedKinds(kinds).filter(({ resource }) => resource.namespaced)

/** The target of a controller's write. Controllers write synchronously, so no schema is loaded for it. */
export const targetOf = (
  kind: Kind,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  subresource = '',
): Target => ({ kind, schema: undefined, strategy: strategyOf(kind), namespace, name, subresource })

/** Deletes an object without a grace period, if it exists. */
export function deleteNow(
  { storage, writes }: Pick<ControllerOptions, 'storage' | 'writes'>,
  kind: Kind,
  place: { readonly namespace: string; readonly name: string },
  propagationPolicy?: DeleteOptions['propagationPolicy'],
): void {
  if (!storage.collection(kind.resource).get(keyOf(place))) return
  writes.delete(targetOf(kind, place), { ...AT_ONCE, propagationPolicy }, () => {})
}

/** Deletes an object with its own grace period, if it exists. */
export function deleteGracefully(
  { storage, writes }: Pick<ControllerOptions, 'storage' | 'writes'>,
  kind: Kind,
  place: { readonly namespace: string; readonly name: string },
): void {
  if (!storage.collection(kind.resource).get(keyOf(place))) return
  const options = { ...AT_ONCE, gracePeriodSeconds: undefined, propagationPolicy: 'Background' } as const
  writes.delete(targetOf(kind, place), options, () => {})
}
