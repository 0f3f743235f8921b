import { type Subscription, subscriptionKey } from '@kube-informer/worker'
import { definitionsFingerprint } from '@kube-informer/worker/internal'
import { type ReactNode, useEffect, useMemo } from 'react'
import { InformerContext, useInformerContext } from '../context/provider.tsx'
import { parseDehydrated } from './parse-dehydrated.ts'

/** Props of {@link InformerHydrationBoundary}. */
export interface InformerHydrationBoundaryProps {
  /** What `dehydrateInformers` has returned, or its JSON. Anything else is ignored. */
  readonly state: unknown
  /** Called with the reason if the state, or a slice of it, is ignored: it is old or malformed. */
  readonly onIgnored?: ((reason: string) => void) | undefined
  readonly children?: ReactNode
}

/**
 * The hooks below it start with the rows of a server: on the server, while the page hydrates, and until the page's host has
 * rows that are at least as new. Their `status.data` is `cached`. Place it inside `InformerProvider`.
 *
 * @example <InformerHydrationBoundary state={state}><Pods /></InformerHydrationBoundary>
 */
export function InformerHydrationBoundary({
  state,
  onIgnored,
  children,
}: InformerHydrationBoundaryProps): ReactNode {
  const context = useInformerContext()
  const { definitions } = context.connection
  const parsed = useMemo(
    () => parseDehydrated(state, definitionsFingerprint(definitions)),
    [state, definitions],
  )
  const value = useMemo(
    () => ({
      ...context,
      hydrated: (subscription: Subscription) =>
        parsed.slices.get(subscriptionKey(subscription)) ?? context.hydrated?.(subscription),
    }),
    [context, parsed],
  )
  useEffect(() => {
    for (const reason of parsed.ignored) onIgnored?.(reason)
  }, [parsed, onIgnored])
  return <InformerContext.Provider value={value}>{children}</InformerContext.Provider>
}
