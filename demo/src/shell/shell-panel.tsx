import { useSearch } from '@tanstack/react-router'
import { X, Zap } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
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

type FaultModule = Readonly<Record<'FaultPanel', ComponentType>>

const [load] = Object.values(import.meta.glob<FaultModule>('../faults/fault-panel.tsx'))
const FaultPanel = lazy(async () => ({ default: load === undefined ? NoFaults : (await load()).FaultPanel }))

function NoFaults(): ReactNode {
  return (
    <EmptyState icon={<Zap size={22} aria-hidden />} title="This server has no faults to offer">
      The fake apiserver can drop watches, answer slowly and restart.
    </EmptyState>
  )
}
