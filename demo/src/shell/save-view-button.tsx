import { useSearch } from '@tanstack/react-router'
import { BookmarkPlus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { tableSearch } from '../navigation/search.ts'
import { IconButton } from '../ui/icon-button.tsx'

const ViewDialog = lazy(() => import('./view-dialog.tsx').then(module => ({ default: module.ViewDialog })))

/** Saves the state of the table under a name. */
export function SaveViewButton({ kindId }: { readonly kindId: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const search = tableSearch({ ...useSearch({ strict: false }) })
  return (
    <>
      <IconButton
        className="wide-only"
        label="Save this view"
        hotkey="v"
        icon={<BookmarkPlus size={16} aria-hidden />}
        onClick={() => setOpen(true)}
        data-save-view=""
      />
      {isOpen && (
        <Suspense fallback={null}>
          <ViewDialog
            view={{ name: search.filter ?? search.namespace ?? '', kind: kindId, search }}
            isNew
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
