import { Link, useSearch } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ClusterInfo } from '../connect/clusters.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { ClusterPicker } from './cluster-picker.tsx'
import { NamespacePicker } from './namespace-picker.tsx'
import { SaveViewButton } from './save-view-button.tsx'
import { TopBarActions } from './top-bar-actions.tsx'
import { useShown } from './use-shown.ts'
import { UserPicker } from './user-picker.tsx'
import { usersOf } from './users-of.ts'

interface TopBarProps {
  readonly info: ClusterInfo
  readonly onSidebar: () => void
  readonly onPalette: () => void
  readonly onKeys: () => void
}

/** What is shown (cluster, namespaces, user), the search, and the settings. */
export function TopBar({ info, onSidebar, onPalette, onKeys }: TopBarProps): ReactNode {
  const { kind, namespaces, object, cluster, kindId } = useShown()
  const { as } = useSearch({ strict: false })
  const users = usersOf(info, as)
  return (
    <header className="top-bar">
      <IconButton
        className="narrow-only"
        label="Resources"
        icon={<MenuIcon size={16} aria-hidden />}
        onClick={onSidebar}
      />
      <Link to="/c/$cluster" params={{ cluster }} className="brand" aria-label="kube-informer">
        <Mark />
        <span className="wide-only">kube-informer</span>
      </Link>
      <ClusterPicker info={info} />
      {kind?.namespaced && object === undefined && (
        <NamespacePicker key={kindId} kind={kind} namespaces={namespaces} />
      )}
      <button type="button" className="open-palette" onClick={onPalette} aria-haspopup="dialog">
        <Search size={14} aria-hidden />
        <span className="open-palette-text">Search or jump to…</span>
        <Kbd keys="Mod+K" />
      </button>
      <span className="spring" />
      {kind !== undefined && object === undefined && <SaveViewButton kindId={kindId} />}
      {users !== undefined && <UserPicker users={users} />}
      <TopBarActions onKeys={onKeys} />
    </header>
  )
}

function Mark(): ReactNode {
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
      <path d="M8 .8l6.2 3.6v7.2L8 15.2l-6.2-3.6V4.4z" fill="currentColor" />
      <circle cx="8" cy="8" r="2.6" fill="var(--panel)" />
    </svg>
  )
}
