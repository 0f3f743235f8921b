import { useConnection, useConnectionStatus } from '@kube-informer/react'
import { Outlet } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { ClusterInfo } from '../connect/clusters.ts'
import { holdKeys } from '../ui/held-keys.ts'
import { CountsContext } from './counts-context.ts'
import { createKindCounts } from './kind-counts.ts'
import { ShellPanel } from './shell-panel.tsx'
import { Sidebar } from './sidebar.tsx'
import { SignedOut } from './sign-out.tsx'
import { SkipLink } from './skip-link.tsx'
import { StatusLine } from './status-line.tsx'
import { TopBar } from './top-bar.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import { FALLBACK_KIND, useShown } from './use-shown.ts'

const SidebarDrawer = lazy(() =>
  import('./sidebar-drawer.tsx').then(module => ({ default: module.SidebarDrawer })),
)
const ShellHotkeys = lazy(() =>
  import('./shell-hotkeys.tsx').then(module => ({ default: module.ShellHotkeys })),
)
const KeysHelp = lazy(() => import('./keys-help.tsx').then(module => ({ default: module.KeysHelp })))
const Palette = lazy(() => import('../palette/palette.tsx').then(module => ({ default: module.Palette })))

const ApplyYaml = lazy(() =>
  import('../editor/apply-yaml-dialog.tsx').then(module => ({ default: module.ApplyYamlDialog })),
)

type Popup = 'palette' | 'keys' | 'sidebar' | 'apply'

/** What surrounds every page of a cluster. */
export function Shell({ info }: { readonly info: ClusterInfo }): ReactNode {
  const connection = useConnection()
  const [counts] = useState(() => createKindCounts(connection as never))
  const [popup, setPopup] = useState<Popup>()
  const { kind, kindId, namespaces, object } = useShown()
  const { state } = useConnectionStatus()
  const namespace = namespaces.length === 1 ? namespaces[0] : undefined
  const close = (): void => setPopup(undefined)
  const openPalette = (): void => {
    // The palette takes them when it is loaded.
    if (popup !== 'palette') holdKeys()
    setPopup('palette')
  }
  const counted = object === undefined && namespaces.length === 0 ? kind : undefined
  useEffect(() => {
    counts.follow(counted)
    return () => counts.follow(undefined)
  }, [counts, counted])
  useFocusOnNavigation()
  if (state === 'signedOut') return <SignedOut />
  return (
    <CountsContext value={counts}>
      <div className="shell">
        <SkipLink />
        <TopBar
          info={info}
          onSidebar={() => setPopup('sidebar')}
          onPalette={openPalette}
          onKeys={() => setPopup('keys')}
        />
        <Sidebar />
        <Outlet />
        <ShellPanel />
        <StatusLine
          key={`${kind ? kindId : ''} ${namespace}`}
          kind={kind ?? FALLBACK_KIND}
          namespace={namespace}
        />
      </div>
      <Suspense fallback={null}>
        <ShellHotkeys onPalette={openPalette} onKeys={() => setPopup('keys')} />
      </Suspense>
      <Suspense fallback={null}>
        {popup === 'sidebar' && <SidebarDrawer open onClose={close} />}
        {popup === 'palette' && (
          <Palette
            info={info}
            kind={kind ?? FALLBACK_KIND}
            object={object}
            onClose={close}
            onKeys={() => setPopup('keys')}
            onApply={() => setPopup('apply')}
          />
        )}
        {popup === 'apply' && <ApplyYaml open onOpenChange={close} />}
        {popup === 'keys' && <KeysHelp onClose={close} />}
      </Suspense>
    </CountsContext>
  )
}
