import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { kindAt } from '../kinds/kind.ts'
import { namespaceAt } from '../navigation/links.ts'
import { ObjectPage } from '../object/object-page.tsx'

const route = getRouteApi('/c/$cluster/$group/$version/$plural/$namespace/$name')

/** The page of the object in the path. */
export function ObjectRoute(): ReactNode {
  const { namespace, name, ...path } = route.useParams()
  const kind = kindAt(path, [])
  const search = route.useSearch()
  const navigate = route.useNavigate()
  if (kind === undefined) return <p>There is no such kind.</p>
  return (
    <ObjectPage
      kind={kind}
      namespace={namespaceAt(namespace)}
      name={name}
      search={search}
      onSearch={(patch, options) =>
        void navigate({ search: previous => ({ ...previous, ...patch }), ...options })
      }
    />
  )
}
