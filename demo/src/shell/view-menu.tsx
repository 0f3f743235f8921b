import type { ReactNode } from 'react'
import type { Kind } from '../kinds/kind.ts'
import { kindTitle } from '../kinds/kind-title.ts'
import { type SavedView, savedViews, withDefault, withoutView } from '../navigation/saved-views.ts'
import { Menu, MenuCheckbox, MenuItem } from '../ui/menu.tsx'
import { useToasts } from '../ui/toast-store.ts'
import { ViewMenuTrigger } from './view-menu-trigger.tsx'

export interface ViewMenuProps {
  readonly view: SavedView
  readonly kind: Kind
  readonly onRename: (view: SavedView) => void
}

/** What can be done with a saved view. */
export function ViewMenu({ view, kind, onRename }: ViewMenuProps): ReactNode {
  const toasts = useToasts()
  const onDelete = (): void => {
    const before = savedViews.get()
    savedViews.set(withoutView(before, view))
    toasts.tell(`Deleted the view “${view.name}”`, {
      action: { label: 'Undo', run: () => savedViews.set(before) },
    })
  }
  return (
    <Menu trigger={<ViewMenuTrigger view={view} />}>
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
  )
}
