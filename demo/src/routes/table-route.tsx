import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { kindTitle } from '../kinds/kind-title.ts'
import { useKindAt } from '../kinds/use-kinds.ts'
import { ResourceTable } from '../table/resource-table.tsx'
import { NoKind } from './not-found.tsx'
import { useTitle } from './title.ts'

const route = getRouteApi('/c/$cluster/$group/$version/$plural')

/** The table of the kind in the path. */
export function TableRoute(): ReactNode {
  const { cluster, ...path } = route.useParams()
  const { kind, isPending } = useKindAt(path)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  useTitle(kind && kindTitle(kind), search.namespace, cluster)
  if (kind === undefined) return <NoKind path={path} isPending={isPending} />
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
