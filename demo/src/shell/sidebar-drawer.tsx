import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Drawer } from '../ui/drawer.tsx'
import { Sidebar } from './sidebar.tsx'

interface SidebarDrawerProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The sidebar of a narrow screen. It closes when the user has chosen. */
export function SidebarDrawer({ open, onClose }: SidebarDrawerProps): ReactNode {
  const router = useRouter()
  const onNavigation = useEffectEvent(onClose)
  useEffect(() => router.subscribe('onBeforeNavigate', () => onNavigation()), [router])
  return (
    <Drawer open={open} onOpenChange={next => !next && onClose()} title="Resources" side="left">
      <Sidebar />
    </Drawer>
  )
}
