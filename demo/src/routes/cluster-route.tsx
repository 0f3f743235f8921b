import { InformerProvider } from '@kube-informer/react'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NowProvider } from '../ui/now.tsx'

const route = getRouteApi('/c/$cluster')

/** Everything that is shown of one cluster. */
export function ClusterRoute(): ReactNode {
  const connection = route.useLoaderData()
  return (
    <InformerProvider connection={connection} resource="pods">
      <NowProvider>
        <Outlet />
      </NowProvider>
    </InformerProvider>
  )
}
