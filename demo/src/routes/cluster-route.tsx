import { InformerProvider } from '@kube-informer/react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { Shell } from '../shell/shell.tsx'
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
