import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useEndFrame } from '../first-frame/use-end-frame.ts'
import { useKindAt } from '../kinds/use-kinds.ts'
import { namespaceAt } from '../navigation/links.ts'
import { rememberObject } from '../navigation/places.ts'
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
  useEndFrame()
  const id = `${path.group}/${path.version}/${path.plural}`
  useEffect(() => {
    rememberObject({ cluster, kind: id, namespace: namespaceAt(namespace), name })
  }, [cluster, id, namespace, name])
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
