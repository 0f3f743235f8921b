import { useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { useToggleFaults } from './top-bar-actions.tsx'

/** The panel beside the page, if the URL asks for it. */
export function ShellPanel(): ReactNode {
  const { panel } = useSearch({ strict: false })
  const toggle = useToggleFaults()
  if (panel === undefined) return null
  return (
    <aside className="shell-panel" aria-label="Faults">
      <header>
        <h2>Faults</h2>
        <IconButton label="Close the faults" icon={<X size={16} aria-hidden />} onClick={toggle} />
      </header>
      <Suspense fallback={null}>
        <FaultPanel />
      </Suspense>
    </aside>
  )
}

const FaultPanel = lazy(() =>
  import('../faults/fault-panel.tsx').then(module => ({ default: module.FaultPanel })),
)
