import type { KubernetesObject } from '@kube-informer/core'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Kind } from '../kinds/kind.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import type { Action } from './action.ts'
import { ActionMenu } from './action-menu.tsx'
import './actions.css'
import { countObjects } from './names.ts'
import { actionsFor } from './registry.ts'
import { useActions } from './use-actions.ts'
import { useAllowed } from './use-allowed.ts'

/** How many actions have a button of their own. */
const BUTTONS = 3

interface ActionBarProps {
  readonly kind: Kind
  /** The selected objects, with their metadata at least. */
  readonly selection: readonly KubernetesObject[]
  /** Called when an action has started, and when the user clears the selection. */
  readonly onDone: () => void
}

/** What can be done to the selected objects of a table. */
export function ActionBar({ kind, selection, onDone }: ActionBarProps): ReactNode {
  const possible = actionsFor(kind).filter(
    ({ single, immediate }) => !immediate && (!single || selection.length === 1),
  )
  const direct = [...possible.slice(0, BUTTONS - 1), ...possible.slice(-1)]
  const rest = possible.filter(action => !direct.includes(action))
  return (
    <div className="action-bar" role="toolbar" aria-label="Actions on the selection">
      <span className="action-count">{countObjects(kind, selection.length)} selected</span>
      {direct.map(action => (
        <ActionButton key={action.id} action={action} kind={kind} selection={selection} onDone={onDone} />
      ))}
      {rest.length > 0 && (
        <ActionMenu kind={kind} objects={selection} actions={rest} label="More" onDone={onDone} />
      )}
      <IconButton label="Clear the selection" icon={<X size={15} aria-hidden />} onClick={onDone} />
    </div>
  )
}

function ActionButton({ action, kind, selection, onDone }: ActionBarProps & { action: Action }): ReactNode {
  const { run } = useActions()
  const { reason } = useAllowed(action, kind, selection)
  const obstacle = action.obstacle(selection) ?? reason
  const Icon = action.icon
  return (
    <Button
      variant={action.danger ? 'danger' : 'plain'}
      icon={<Icon size={15} aria-hidden />}
      disabled={obstacle !== undefined}
      title={obstacle}
      onClick={() => run(action, kind, selection, { onDone })}
    >
      {action.label(selection).replace('…', '')}
    </Button>
  )
}
