import { useLister } from '@kube-informer/react'
import { CommandGroup } from 'cmdk'
import { Folder } from 'lucide-react'
import type { ReactNode } from 'react'
import { Entry } from './entry.tsx'

const FIRST = { offset: 0, limit: 8 } as const

interface NamespaceEntriesProps {
  readonly text: string
  readonly onChoose: (namespace: string) => void
}

/** The namespaces that match. */
export function NamespaceEntries({ text, onChoose }: NamespaceEntriesProps): ReactNode {
  const { data } = useLister({ resource: 'namespaces', window: FIRST, filter: { text } })
  if (data.length === 0) return null
  return (
    <CommandGroup heading="Namespaces">
      {data.map(({ metadata }) => (
        <Entry
          key={metadata?.name}
          value={`namespace ${metadata?.name}`}
          icon={<Folder size={14} aria-hidden />}
          onSelect={() => onChoose(metadata?.name ?? '')}
        >
          {metadata?.name}
        </Entry>
      ))}
    </CommandGroup>
  )
}
