import { skipToken, useObject } from '@kube-informer/react'
import { CommandGroup } from 'cmdk'
import type { ReactNode } from 'react'
import { actionsFor } from '../actions/registry.ts'
import { useActions } from '../actions/use-actions.ts'
import { definedName, type Kind } from '../kinds/kind.ts'
import { Entry } from './entry.tsx'
import { matching } from './matching.ts'

interface ActionEntriesProps {
  readonly kind: Kind
  readonly namespace: string | undefined
  readonly name: string
  readonly text: string
  readonly onClose: () => void
}

/** What can be done to the object that is shown. */
export function ActionEntries({ kind, namespace, name, text, onClose }: ActionEntriesProps): ReactNode {
  const { run } = useActions()
  const { data } = useObject({ namespace, name }, { resource: definedName(kind) ?? skipToken })
  const objects = [data ?? { metadata: { name, ...(namespace !== undefined && { namespace }) } }]
  const enabled = actionsFor(kind).filter(action => action.isEnabled(objects))
  const found = matching(enabled, text, action => [action.id, action.label(objects)])
  if (found.length === 0) return null
  return (
    <CommandGroup heading={`${kind.kind} ${name}`}>
      {found.map(action => (
        <Entry
          key={action.id}
          value={`action ${action.label(objects)}`}
          icon={<action.icon size={14} aria-hidden />}
          hotkey={action.key}
          onSelect={() => {
            onClose()
            run(action, kind, objects)
          }}
        >
          {action.label(objects)}
        </Entry>
      ))}
    </CommandGroup>
  )
}
