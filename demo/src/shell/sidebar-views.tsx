import { Link } from '@tanstack/react-router'
import { EllipsisVertical } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Kind } from '../kinds/kind.ts'
import { kindTitle } from '../kinds/kind-title.ts'
import { useLinks } from '../navigation/links.ts'
import { kindId } from '../navigation/places.ts'
import { type SavedView, savedViews, withDefault, withoutView } from '../navigation/saved-views.ts'
import { Menu, MenuCheckbox, MenuItem } from '../ui/menu.tsx'
import { useStored } from '../ui/stored.ts'
import { useToasts } from '../ui/toast-store.ts'
import { SidebarSection } from './sidebar-section.tsx'

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

interface ViewItemProps {
  readonly view: SavedView
  readonly kind: Kind
  readonly onRename: (view: SavedView) => void
}

function ViewItem({ view, kind, onRename }: ViewItemProps): ReactNode {
  const links = useLinks()
  const toasts = useToasts()
  const onDelete = (): void => {
    const before = savedViews.get()
    savedViews.set(withoutView(before, view))
    toasts.tell(`Deleted the view “${view.name}”`, {
      action: { label: 'Undo', run: () => savedViews.set(before) },
    })
  }
  const menu = (
    <button type="button" className="star" aria-label={`Actions of the view ${view.name}`}>
      <EllipsisVertical size={13} aria-hidden />
    </button>
  )
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
      <Menu trigger={menu}>
        <MenuItem onSelect={() => onRename(view)}>Rename…</MenuItem>
        <MenuCheckbox
          checked={view.isDefault === true}
          onChange={isDefault => savedViews.set(withDefault(savedViews.get(), view, isDefault))}
        >
          Default for {kindTitle(kind)}
        </MenuCheckbox>
        <MenuItem danger onSelect={onDelete}>
          Delete
        </MenuItem>
      </Menu>
    </li>
  )
}
