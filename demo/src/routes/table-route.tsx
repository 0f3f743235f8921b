import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { kindAt } from '../kinds/kind.ts'
import { ResourceTable } from '../table/resource-table.tsx'

const route = getRouteApi('/c/$cluster/$group/$version/$plural')

/** The table of the kind in the path. */
export function TableRoute(): ReactNode {
  const kind = kindAt(route.useParams(), [])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  if (kind === undefined) return <p>There is no such kind.</p>
  return (
    <ResourceTable
      kind={kind}
      search={search}
      onSearch={(patch, options) =>
        void navigate({ search: previous => ({ ...previous, ...patch }), ...options })
      }
    />
  )
}
