import { useNavigate } from '@tanstack/react-router'
import { CommandGroup } from 'cmdk'
import { Eye, FilePlus, Keyboard, type LucideIcon, Server, SunMoon, Zap } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type ClusterInfo, loadClusters } from '../connect/clusters.ts'
import { toggleTheme } from '../ui/theme.ts'
import { Entry } from './entry.tsx'
import { matching } from './matching.ts'

interface ConsoleEntriesProps {
  readonly info: ClusterInfo
  readonly text: string
  readonly onClose: () => void
  readonly onKeys: () => void
  readonly onApply: () => void
}

interface Command {
  readonly label: string
  readonly words?: readonly string[]
  readonly icon: LucideIcon
  readonly note?: string | undefined
  readonly hotkey?: string
  readonly run: () => void
}

/** What can be done to the console itself: settings, clusters and users. */
export function ConsoleEntries({ info, text, onClose, onKeys, onApply }: ConsoleEntriesProps): ReactNode {
  const commands: readonly Command[] = [
    { label: 'Apply YAML…', words: ['create', 'paste'], icon: FilePlus, run: onApply },
    { label: 'Show the keys', words: ['help', 'shortcuts'], icon: Keyboard, hotkey: '?', run: onKeys },
    ...useCommands(info).map(command => ({
      ...command,
      run: () => {
        onClose()
        command.run()
      },
    })),
  ]
  const found = matching(commands, text, ({ label, words }) => [label, ...(words ?? [])])
  if (found.length === 0) return null
  return (
    <CommandGroup heading="Console">
      {found.map(({ label, icon: Icon, note, hotkey, run }) => (
        <Entry
          key={label}
          value={`console ${label}`}
          icon={<Icon size={14} aria-hidden />}
          note={note}
          hotkey={hotkey}
          onSelect={run}
        >
          {label}
        </Entry>
      ))}
    </CommandGroup>
  )
}

function useCommands(info: ClusterInfo): readonly Command[] {
  const navigate = useNavigate()
  const clusters = useClusters()
  const users = info.users ?? []
  const own = users[0]?.name
  const viewAs = (name: string): void =>
    void navigate({ to: '.', search: previous => ({ ...previous, as: name === own ? undefined : name }) })
  const showFaults = (): void =>
    void navigate({ to: '.', search: previous => ({ ...previous, panel: 'faults' as const }) })
  const openCluster = (cluster: string): void =>
    void navigate({ to: '/c/$cluster', params: { cluster }, search: { as: undefined } })
  return [
    { label: 'Next theme', words: ['dark', 'light'], icon: SunMoon, hotkey: 't', run: toggleTheme },
    { label: 'Show the faults', icon: Zap, hotkey: 'f', run: showFaults },
    ...users.map(({ name, description }) => ({
      label: `View as ${name}`,
      icon: Eye,
      note: description,
      run: () => viewAs(name),
    })),
    ...clusters
      .filter(({ id }) => id !== info.id)
      .map(({ id, name }) => ({ label: `Cluster ${name}`, icon: Server, run: () => openCluster(id) })),
  ]
}

function useClusters(): readonly ClusterInfo[] {
  const [clusters, setClusters] = useState<readonly ClusterInfo[]>([])
  useEffect(() => {
    void loadClusters().then(setClusters)
  }, [])
  return clusters
}
