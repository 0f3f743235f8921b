import { InformerProvider } from '@kube-informer/react'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ActionHost } from '../actions/action-host.tsx'
import { ToastList } from '../ui/toast-list.tsx'

const route = getRouteApi('/c/$cluster')

/** Everything that is shown of one cluster. */
export function ClusterRoute(): ReactNode {
  const connection = route.useLoaderData()
  return (
    <InformerProvider connection={connection} resource="pods">
      <Outlet />
      <ToastList />
      <ActionHost />
    </InformerProvider>
  )
}
