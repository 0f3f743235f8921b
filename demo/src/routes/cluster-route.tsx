import { InformerProvider } from '@kube-informer/react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Shell } from '../shell/shell.tsx'
import { loadDeferred } from '../ui/deferred.ts'
import { useAfterFirstRows } from './use-after-first-rows.ts'

const route = getRouteApi('/c/$cluster')

const ToastList = lazy(() => import('../ui/toast-list.tsx').then(module => ({ default: module.ToastList })))
const ActionHost = lazy(() =>
  import('../actions/action-host.tsx').then(module => ({ default: module.ActionHost })),
)

/** Everything that is shown of one cluster. */
export function ClusterRoute(): ReactNode {
  const { info, connection } = route.useLoaderData()
  const { as } = route.useSearch()
  const hasRows = useAfterFirstRows()
  useEffect(() => {
    // A press on a placeholder tries again.
    if (hasRows) loadDeferred().catch(() => {})
  }, [hasRows])
  return (
    <InformerProvider connection={connection} resource="pods">
      <Shell key={`${info.id} ${as}`} info={info} />
      {hasRows && (
        <Suspense fallback={null}>
          <ToastList />
          <ActionHost />
        </Suspense>
      )}
    </InformerProvider>
  )
}
