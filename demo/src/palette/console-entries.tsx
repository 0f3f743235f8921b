import { useNavigate } from '@tanstack/react-router'
import { CommandGroup } from 'cmdk'
import { Eye, FilePlus, Keyboard, Server, SunMoon, Zap } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type ClusterInfo, loadClusters } from '../connect/clusters.ts'
import { toggleTheme } from '../ui/theme.ts'
import { Entry } from './entry.tsx'

interface ConsoleEntriesProps {
  readonly info: ClusterInfo
  readonly onClose: () => void
  readonly onKeys: () => void
  readonly onApply: () => void
}

/** What can be done to the console itself: settings, clusters and users. */
export function ConsoleEntries({ info, onClose, onKeys, onApply }: ConsoleEntriesProps): ReactNode {
  const navigate = useNavigate()
  const clusters = useClusters()
  const users = info.users ?? []
  const own = users[0]?.name
  const then = (run: () => void) => (): void => {
    onClose()
    run()
  }
  const viewAs = (name: string): void =>
    void navigate({ to: '.', search: previous => ({ ...previous, as: name === own ? undefined : name }) })
  const showFaults = (): void =>
    void navigate({ to: '.', search: previous => ({ ...previous, panel: 'faults' as const }) })
  return (
    <CommandGroup heading="Console">
      <Entry
        value="Apply YAML"
        keywords={['create', 'paste', 'manifest']}
        icon={<FilePlus size={14} aria-hidden />}
        onSelect={onApply}
      >
        Apply YAML…
      </Entry>
      <Entry value="Faults" hotkey="f" icon={<Zap size={14} aria-hidden />} onSelect={then(showFaults)}>
        Show the faults
      </Entry>
      <Entry
        value="Theme"
        keywords={['dark', 'light']}
        hotkey="t"
        icon={<SunMoon size={14} aria-hidden />}
        onSelect={then(toggleTheme)}
      >
        Next theme
      </Entry>
      <Entry
        value="Keys"
        keywords={['help', 'shortcuts']}
        hotkey="?"
        icon={<Keyboard size={14} aria-hidden />}
        onSelect={onKeys}
      >
        Show the keys
      </Entry>
      {users.map(({ name, description }) => (
        <Entry
          key={name}
          value={`View as ${name}`}
          note={description}
          icon={<Eye size={14} aria-hidden />}
          onSelect={then(() => viewAs(name))}
        >
          View as {name}
        </Entry>
      ))}
      {clusters
        .filter(({ id }) => id !== info.id)
        .map(({ id, name }) => (
          <Entry
            key={id}
            value={`cluster ${id} ${name}`}
            icon={<Server size={14} aria-hidden />}
            onSelect={then(
              () => void navigate({ to: '/c/$cluster', params: { cluster: id }, search: { as: undefined } }),
            )}
          >
            Cluster {name}
          </Entry>
        ))}
    </CommandGroup>
  )
}

function useClusters(): readonly ClusterInfo[] {
  const [clusters, setClusters] = useState<readonly ClusterInfo[]>([])
  useEffect(() => void loadClusters().then(setClusters), [])
  return clusters
}
