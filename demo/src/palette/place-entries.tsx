import { CommandGroup } from 'cmdk'
import { Bookmark, History, List } from 'lucide-react'
import type { ReactNode } from 'react'
import { categoriesOf } from '../kinds/categories.ts'
import type { Kind } from '../kinds/kind.ts'
import { kindTitle } from '../kinds/kind-title.ts'
import { kindId, recentObjects } from '../navigation/places.ts'
import { savedViews } from '../navigation/saved-views.ts'
import type { TableSearch } from '../navigation/search.ts'
import { useStored } from '../ui/use-stored.ts'
import { Entry } from './entry.tsx'
import { matching } from './matching.ts'
import { kindNames } from './parse-query.ts'

interface EntriesProps {
  readonly kinds: readonly Kind[]
  readonly text: string
  readonly onTable: (kind: Kind, search?: TableSearch) => void
}

/** The kinds of the cluster, found by each of their names. */
export function KindEntries({ kinds, text, onTable }: EntriesProps): ReactNode {
  const inOrder = categoriesOf(kinds).flatMap(category => category.kinds)
  const found = matching(inOrder, text, kindNames)
  if (found.length === 0) return null
  return (
    <CommandGroup heading="Kinds">
      {found.map(kind => (
        <Entry
          key={kindId(kind)}
          value={`kind ${kind.plural}.${kind.group}`}
          icon={<List size={14} aria-hidden />}
          note={[kind.group, ...(kind.shortNames ?? [])].filter(Boolean).join(' · ')}
          onSelect={() => onTable(kind)}
        >
          {kindTitle(kind)}
        </Entry>
      ))}
    </CommandGroup>
  )
}

/** The saved views. */
export function ViewEntries({ kinds, text, onTable }: EntriesProps): ReactNode {
  const views = matching(useStored(savedViews), text, ({ name }) => [name])
  if (views.length === 0) return null
  return (
    <CommandGroup heading="Views">
      {views.flatMap(view => {
        const kind = kinds.find(each => kindId(each) === view.kind)
        if (kind === undefined) return []
        return [
          <Entry
            key={`${view.kind} ${view.name}`}
            value={`view ${view.name} ${view.kind}`}
            icon={<Bookmark size={14} aria-hidden />}
            note={kindTitle(kind)}
            onSelect={() => onTable(kind, view.search)}
          >
            {view.name}
          </Entry>,
        ]
      })}
    </CommandGroup>
  )
}

interface RecentEntriesProps {
  readonly cluster: string
  readonly kinds: readonly Kind[]
  readonly text: string
  readonly onOpen: (kind: Kind, at: { readonly namespace: string | undefined; readonly name: string }) => void
}

const SHOWN = 5

/** The objects that were shown last. */
export function RecentEntries({ cluster, kinds, text, onOpen }: RecentEntriesProps): ReactNode {
  const known = useStored(recentObjects).filter(object => object.cluster === cluster)
  const recent = matching(known, text, ({ name }) => [name])
  if (recent.length === 0) return null
  return (
    <CommandGroup heading="Recent">
      {recent.slice(0, SHOWN).flatMap(({ kind: id, namespace, name }) => {
        const kind = kinds.find(each => kindId(each) === id)
        if (kind === undefined) return []
        return [
          <Entry
            key={`${id} ${namespace} ${name}`}
            value={`recent ${id} ${namespace ?? ''}/${name}`}
            icon={<History size={14} aria-hidden />}
            note={[kind.kind, namespace].filter(Boolean).join(' · ')}
            onSelect={() => onOpen(kind, { namespace, name })}
          >
            <code>{name}</code>
          </Entry>,
        ]
      })}
    </CommandGroup>
  )
}
