import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useKindAt } from '../kinds/use-kinds.ts'
import { namespaceAt } from '../navigation/links.ts'
import { ObjectPage } from '../object/object-page.tsx'
import { NoKind } from './not-found.tsx'
import { useTitle } from './title.ts'

const route = getRouteApi('/c/$cluster/$group/$version/$plural/$namespace/$name')

/** The page of the object in the path. */
export function ObjectRoute(): ReactNode {
  const { cluster, namespace, name, ...path } = route.useParams()
  const { kind, isPending } = useKindAt(path)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  useTitle(name, kind?.kind, cluster)
  if (kind === undefined) return <NoKind path={path} isPending={isPending} />
  return (
    <ObjectPage
      key={`${kind.plural}.${kind.group}/${namespace}/${name}`}
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
