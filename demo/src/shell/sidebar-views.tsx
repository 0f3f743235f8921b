import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Kind } from '../kinds/kind.ts'
import { kindTitle } from '../kinds/kind-title.ts'
import { useLinks } from '../navigation/links.ts'
import { kindId } from '../navigation/places.ts'
import { type SavedView, savedViews } from '../navigation/saved-views.ts'
import { deferred, pressWhenLoaded } from '../ui/deferred.ts'
import { useStored } from '../ui/use-stored.ts'
import { SidebarSection } from './sidebar-section.tsx'
import type { ViewMenuProps } from './view-menu.tsx'
import { ViewMenuTrigger } from './view-menu-trigger.tsx'

const ViewMenu = deferred(
  () => import('./view-menu.tsx').then(module => module.ViewMenu),
  ({ view }: ViewMenuProps) => <ViewMenuTrigger view={view} onClick={pressWhenLoaded} />,
)

const ViewDialog = lazy(() => import('./view-dialog.tsx').then(module => ({ default: module.ViewDialog })))

/** The saved views, if there are any. */
export function SidebarViews({ kinds }: { readonly kinds: readonly Kind[] }): ReactNode {
  const views = useStored(savedViews)
  const [renamed, setRenamed] = useState<SavedView>()
  if (views.length === 0) return null
  return (
    <SidebarSection id="views" name="Views">
      {views.map(view => {
        const kind = kinds.find(each => kindId(each) === view.kind)
        if (kind === undefined) return null
        return <ViewItem key={`${view.kind} ${view.name}`} view={view} kind={kind} onRename={setRenamed} />
      })}
      {renamed !== undefined && (
        <Suspense fallback={null}>
          <ViewDialog view={renamed} isNew={false} onClose={() => setRenamed(undefined)} />
        </Suspense>
      )}
    </SidebarSection>
  )
}

function ViewItem({ view, kind, onRename }: ViewMenuProps): ReactNode {
  const links = useLinks()
  return (
    <li className="sidebar-kind view">
      <Link
        {...links.table(kind, view.search)}
        activeOptions={{ exact: true, includeSearch: true }}
        activeProps={{ className: 'active', 'aria-current': 'page' }}
        title={view.name}
      >
        <span className="sidebar-title">{view.name}</span>
        <span className="sidebar-note">{kindTitle(kind)}</span>
      </Link>
      <ViewMenu view={view} kind={kind} onRename={onRename} />
    </li>
  )
}
