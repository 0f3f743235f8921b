import { type KubernetesObject, type ObjectName, objectNameParts } from '@kube-informer/core'
import type { Connection, RelatedOptions, RelatedRoot } from '@kube-informer/worker'
import { INITIAL_RELATED_STATE } from '@kube-informer/worker/internal'
import { useUnreadErrors } from '#unread-errors'
import { useInformerContext } from './context/provider.tsx'
import { type Off, wanted } from './context/skip-token.ts'
import { createObserverStore } from './observer-store.ts'
import type { Shape } from './projection.ts'
import type { Registered } from './registered.ts'
import type { RelatedResult } from './related-result.ts'
import { type ThrowOnError, throwIfWanted } from './throw-on-error.ts'
import { useObserved } from './use-observed.ts'

/** The options of `useRelated`, before the types of a definition are added. */
export interface UntypedRelatedOptions extends RelatedOptions {
  readonly connection?: Connection | undefined
  readonly enabled?: boolean | undefined
  readonly throwOnError?: ThrowOnError | undefined
}

/** The members of either form of a root. */
type UntypedRoot = KubernetesObject & { readonly resource?: unknown; readonly object?: ObjectName }

const tree: Shape = (_, { root }) => root

/**
 * An object with what it owns, directly and indirectly, and their Events.
 *
 * @example const { data: web } = useRelated({ resource: 'deployments', object: 'default/web' }, { depth: 2 })
 */
export const useRelated = ((
  root: RelatedRoot | Off,
  { connection: given, enabled, throwOnError, ...options }: UntypedRelatedOptions = {},
) => {
  const { connection } = useInformerContext(given)
  const start = wanted(root)
  const observe = () => connection.observeRelated(start as RelatedRoot, options)
  const observed = {
    connection,
    key: start && keyOf(start, options),
    open: () => createObserverStore({ observe, initial: INITIAL_RELATED_STATE, isHydrated: false }),
    empty: INITIAL_RELATED_STATE,
    shape: tree,
  }
  const result = useObserved(observed, { enabled }) as unknown as RelatedResult
  throwIfWanted(result, throwOnError)
  return useUnreadErrors(result, connection, observed.key)
}) as Registered['useRelated']

/** Equal for equal requests. Of an object, only its identity counts. */
function keyOf(root: RelatedRoot, { depth, resources, events, limit }: RelatedOptions): string {
  const { resource, object = root as KubernetesObject, apiVersion, kind } = root as UntypedRoot
  const at = [resource, apiVersion, kind, objectNameParts(object)]
  return JSON.stringify([at, depth, resources, events, limit])
}
