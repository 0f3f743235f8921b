import { getRouteApi } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { kindTitle } from '../kinds/kind-title.ts'
import { useKindAt } from '../kinds/use-kinds.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { useTitle } from './title.ts'

const NoKind = lazy(() => import('./not-found.tsx').then(module => ({ default: module.NoKind })))

const route = getRouteApi('/c/$cluster/$group/$version/$plural')

/** The table of the kind in the path. */
export function TableRoute(): ReactNode {
  const { cluster, ...path } = route.useParams()
  const { kind, isPending } = useKindAt(path)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  useTitle(kind && kindTitle(kind), search.namespace, cluster)
  if (kind === undefined)
    return (
      <Suspense fallback={null}>
        <NoKind path={path} isPending={isPending} />
      </Suspense>
    )
  return (
    <ResourceTable
      key={`${kind.plural}.${kind.group}`}
      kind={kind}
      search={search}
      onSearch={(patch, options) =>
        void navigate({ search: previous => ({ ...previous, ...patch }), ...options })
      }
    />
  )
}
