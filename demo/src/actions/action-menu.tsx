import type { KubernetesObject } from '@kube-informer/core'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Kind } from '../kinds/kind.ts'
import { Button } from '../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import type { Action } from './action.ts'
import './actions.css'
import { actionsFor } from './registry.ts'
import { useActions } from './use-actions.ts'
import { useAllowed } from './use-allowed.ts'

interface ActionMenuProps {
  readonly kind: Kind
  /** With their metadata at least. */
  readonly objects: readonly KubernetesObject[]
  /** @default every action of the kind */
  readonly actions?: readonly Action[]
  /** @default 'Actions' */
  readonly label?: string
  readonly onDone?: (() => void) | undefined
}

/** A button with a menu of what can be done to objects. */
export function ActionMenu(props: ActionMenuProps): ReactNode {
  const { kind, objects, onDone } = props
  const actions = props.actions ?? actionsFor(kind)
  const trigger = (
    <Button>
      {props.label ?? 'Actions'}
      <ChevronDown size={14} aria-hidden />
    </Button>
  )
  return (
    <Menu trigger={trigger} align="end">
      {actions
        .filter(({ danger }) => !danger)
        .map(action => (
          <ActionItem key={action.id} action={action} kind={kind} objects={objects} onDone={onDone} />
        ))}
      <MenuSeparator />
      {actions
        .filter(({ danger }) => danger)
        .map(action => (
          <ActionItem key={action.id} action={action} kind={kind} objects={objects} onDone={onDone} />
        ))}
    </Menu>
  )
}

interface ActionItemProps extends Pick<ActionMenuProps, 'kind' | 'objects' | 'onDone'> {
  readonly action: Action
}

/** An item of the menu. One that is not possible says why. */
function ActionItem({ action, kind, objects, onDone }: ActionItemProps): ReactNode {
  const { run } = useActions()
  const { allowed, reason } = useAllowed(action, kind, objects)
  const obstacle = action.obstacle(objects) ?? reason
  const Icon = action.icon
  return (
    <MenuItem
      icon={<Icon size={15} aria-hidden />}
      hotkey={action.key}
      danger={action.danger ?? false}
      disabled={obstacle !== undefined || allowed === false}
      onSelect={() => run(action, kind, objects, onDone ? { onDone } : {})}
    >
      {action.label(objects)}
      {obstacle !== undefined && <small className="menu-obstacle">{obstacle}</small>}
    </MenuItem>
  )
}
