import { Link } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Kind } from '../kinds/kind.ts'
import { kindTitle } from '../kinds/kind-title.ts'
import { useLinks } from '../navigation/links.ts'
import { kindId, toggleFavourite } from '../navigation/places.ts'
import { defaultSearch, savedViews } from '../navigation/saved-views.ts'
import { formatCount, formatNumber } from '../ui/format-number.ts'
import { useStored } from '../ui/use-stored.ts'
import { useKindCount } from './counts-context.ts'

/** A kind, with the number of its objects. */
export function SidebarKind({
  kind,
  isFavourite,
}: {
  readonly kind: Kind
  readonly isFavourite: boolean
}): ReactNode {
  const links = useLinks()
  const { count, ref } = useKindCount(kind)
  const id = kindId(kind)
  const search = defaultSearch(useStored(savedViews), id)
  const title = kindTitle(kind)
  return (
    <li ref={ref} className="sidebar-kind">
      <Link
        {...links.table(kind, search)}
        activeOptions={{ exact: false, includeSearch: false }}
        activeProps={{ className: 'active', 'aria-current': 'page' }}
        title={`${title} (${kind.plural}${kind.group && `.${kind.group}`})`}
      >
        <span className="sidebar-title">{title}</span>
        {count !== undefined && (
          <data value={count} title={formatNumber(count)}>
            {formatCount(count)}
          </data>
        )}
      </Link>
      <button
        type="button"
        className="star"
        aria-pressed={isFavourite}
        aria-label={`Favourite: ${title}`}
        onClick={() => toggleFavourite(id)}
      >
        <Star size={12} aria-hidden />
      </button>
    </li>
  )
}
