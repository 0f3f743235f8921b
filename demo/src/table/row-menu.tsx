import { lazy, type MouseEvent, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import type { Kind } from '../kinds/kind.ts'
import type { Links } from '../navigation/links.ts'
import type { RowMenuOpening } from './row-menu-popup.tsx'

interface RowMenuProps {
  readonly kind: Kind
  readonly links: Links
  readonly onFilterNamespace: (namespace: string) => void
  /** The grid. */
  readonly children: ReactElement
}

const RowMenuPopup = lazy(() =>
  import('./row-menu-popup.tsx').then(module => ({ default: module.RowMenuPopup })),
)

/** The menu of a row: with the secondary button, a long press, or the menu key. */
export function RowMenu({ children, ...props }: RowMenuProps): ReactNode {
  const [opening, setOpening] = useState<RowMenuOpening>()
  const onContextMenu = (event: MouseEvent): void => {
    const target = event.target as Element
    const row = target.closest<HTMLElement>('[data-key]')
    const found = row ?? activeRow(target)
    // The head and headings of sections have the menu of the browser.
    if (found?.dataset.key === undefined) return
    event.preventDefault()
    const rect = row ? new DOMRect(event.clientX, event.clientY) : found.getBoundingClientRect()
    setOpening({ key: found.dataset.key, rect })
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the grid inside has the focus */}
      <div className="grid-area" onContextMenu={onContextMenu}>
        {children}
      </div>
      {opening !== undefined && (
        <Suspense fallback={null}>
          <RowMenuPopup {...props} opening={opening} onClose={() => setOpening(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** The menu key sends its event to the grid, which has the focus. */
function activeRow(target: Element): HTMLElement | null {
  const grid = target.closest('.grid')
  const id = target === grid ? grid.getAttribute('aria-activedescendant') : null
  return id === null ? null : document.getElementById(id)
}
