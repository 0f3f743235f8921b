import { CommandGroup } from 'cmdk'
import { Box } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Kind } from '../kinds/kind.ts'
import { kindTitle } from '../kinds/kind-title.ts'
import { Entry } from './entry.tsx'
import { useFoundObjects } from './use-found-objects.ts'

interface ObjectEntriesProps {
  readonly kind: Kind
  readonly text: string
  readonly onOpen: (kind: Kind, at: { readonly namespace: string | undefined; readonly name: string }) => void
}

/** The objects of a kind that match. */
export function ObjectEntries({ kind, text, onOpen }: ObjectEntriesProps): ReactNode {
  const found = useFoundObjects(kind, text, true)
  if (found.length === 0) return null
  return (
    <CommandGroup heading={kindTitle(kind)}>
      {found.map(({ namespace, name, uid }) => (
        <Entry
          key={uid ?? `${namespace}/${name}`}
          value={`object ${kind.plural} ${namespace ?? ''}/${name}`}
          icon={<Box size={14} aria-hidden />}
          note={namespace}
          onSelect={() => onOpen(kind, { namespace, name: name ?? '' })}
        >
          <code>{name}</code>
        </Entry>
      ))}
    </CommandGroup>
  )
}
