import { useLister } from '@kube-informer/react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { definedName, type Kind } from '../kinds/kind.ts'
import type { OnSearch } from '../navigation/change.ts'
import { useLinks } from '../navigation/links.ts'
import type { TableSearch } from '../navigation/search.ts'

interface ResourceTableProps {
  readonly kind: Kind
  readonly search: TableSearch
  readonly onSearch: OnSearch<TableSearch>
}

/** The objects of a kind. */
export function ResourceTable({ kind }: ResourceTableProps): ReactNode {
  const links = useLinks()
  const { data, total } = useLister({ resource: definedName(kind) ?? kind, window: { offset: 0, limit: 50 } })
  return (
    <main>
      <h1>
        {kind.kind} {total}
      </h1>
      <ul>
        {data.map(({ metadata }) => (
          <li key={metadata?.uid}>
            <Link {...links.object(kind, { namespace: metadata?.namespace, name: metadata?.name ?? '' })}>
              {metadata?.name}
            </Link>
          </li>
        ))}
      </ul>
    </main>
  )
}
