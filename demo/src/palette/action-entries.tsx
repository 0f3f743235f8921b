import { skipToken, useObject } from '@kube-informer/react'
import { CommandGroup } from 'cmdk'
import type { ReactNode } from 'react'
import { actionsFor } from '../actions/registry.ts'
import { useActions } from '../actions/use-actions.ts'
import { definedName, type Kind } from '../kinds/kind.ts'
import { Entry } from './entry.tsx'

interface ActionEntriesProps {
  readonly kind: Kind
  readonly namespace: string | undefined
  readonly name: string
  readonly onClose: () => void
}

/** What can be done to the object that is shown. */
export function ActionEntries({ kind, namespace, name, onClose }: ActionEntriesProps): ReactNode {
  const { run } = useActions()
  const { data } = useObject({ namespace, name }, { resource: definedName(kind) ?? skipToken })
  const objects = [data ?? { metadata: { name, ...(namespace !== undefined && { namespace }) } }]
  const enabled = actionsFor(kind).filter(action => action.isEnabled(objects))
  return (
    <CommandGroup heading={`${kind.kind} ${name}`}>
      {enabled.map(action => (
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
