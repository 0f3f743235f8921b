import { groupResource } from '@kube-informer/core/internal'
import type { Kind } from '../../kinds/kind.ts'
import type { Kinds } from '../../kinds/kinds.ts'
import { keyOf } from '../../object/object-location.ts'
import type { Storage } from '../../storage/storage.ts'
import type { DeleteOptions } from '../delete-options.ts'
import type { Deletion } from '../deletion.ts'
import { strategyOf } from '../strategies.ts'

/** The server parts that controllers use. */
export interface ControllerOptions {
  readonly storage: Storage
  readonly kinds: Kinds
  readonly deletion: Deletion
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

/** Deletes an object without a grace period, if it exists. */
export function deleteNow(
  { storage, deletion }: ControllerOptions,
  kind: Kind,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  propagationPolicy?: DeleteOptions['propagationPolicy'],
): void {
  if (!storage.collection(kind.resource).get(keyOf({ namespace, name }))) return
  const target = { kind, schema: undefined, strategy: strategyOf(kind), namespace, name, subresource: '' }
  deletion.delete(target, { ...AT_ONCE, propagationPolicy }, () => {})
}
