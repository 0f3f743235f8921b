import { useParams } from '@tanstack/react-router'
import { type Kind, type KindPath, kindPath } from '../kinds/kind.ts'
import type { ObjectSearch, TableSearch } from './search.ts'

/** The location of an object of a kind. */
export interface ObjectLocation {
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string | undefined
  readonly name: string
}

/** Props of a `<Link>`, and options of `navigate`, to pages of one cluster. */
export interface Links {
  /** The table of a kind. */
  readonly table: (kind: Kind, search?: TableSearch) => TableLink
  /** The page of an object. */
  readonly object: (kind: Kind, at: ObjectLocation, search?: ObjectSearch) => ObjectLink
}

interface TableLink {
  readonly to: '/c/$cluster/$group/$version/$plural'
  readonly params: KindPath & { readonly cluster: string }
  readonly search: TableSearch
}

interface ObjectLink {
  readonly to: '/c/$cluster/$group/$version/$plural/$namespace/$name'
  readonly params: KindPath & { readonly cluster: string; readonly namespace: string; readonly name: string }
  readonly search: ObjectSearch
}

/** In paths of cluster-scoped objects, instead of a namespace. */
const NO_NAMESPACE = '-'

export const linksOf = (cluster: string): Links => ({
  table: (kind, search = {}) => ({
    to: '/c/$cluster/$group/$version/$plural',
    params: { cluster, ...kindPath(kind) },
    search,
  }),
  object: (kind, { namespace, name }, search = {}) => ({
    to: '/c/$cluster/$group/$version/$plural/$namespace/$name',
    params: { cluster, ...kindPath(kind), namespace: namespace || NO_NAMESPACE, name },
    search,
  }),
})

/**
 * Links within the cluster that is shown.
 *
 * @example
 * const links = useLinks()
 * return <Link {...links.object(kind, { namespace, name }, { tab: 'logs' })}>Logs</Link>
 */
export function useLinks(): Links {
  const { cluster } = useParams({ from: '/c/$cluster' })
  return linksOf(cluster)
}

/** The namespace of a path parameter. */
export const namespaceAt = (parameter: string): string | undefined =>
  parameter === NO_NAMESPACE ? undefined : parameter
