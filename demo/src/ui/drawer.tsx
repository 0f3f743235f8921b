import { Drawer as BaseDrawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface DrawerProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** @default 'right' */
  readonly side?: 'left' | 'right'
  readonly className?: string | undefined
}

/** A modal panel from the edge of the screen. A swipe, Escape or a press outside closes it. */
export function Drawer({ open, onOpenChange, title, children, side, className }: DrawerProps): ReactNode {
  return (
    <BaseDrawer.Root open={open} onOpenChange={onOpenChange} swipeDirection={side ?? 'right'}>
      <BaseDrawer.Portal>
        <BaseDrawer.Backdrop className="backdrop" />
        <BaseDrawer.Viewport className={classNames('drawer-viewport', side ?? 'right')}>
          <BaseDrawer.Popup className={classNames('drawer', className)}>
            <BaseDrawer.Content className="drawer-content">
              <header>
                <BaseDrawer.Title className="popup-title">{title}</BaseDrawer.Title>
                <BaseDrawer.Close className="icon-button quiet" aria-label="Close">
                  <X size={16} aria-hidden />
                </BaseDrawer.Close>
              </header>
              {children}
            </BaseDrawer.Content>
          </BaseDrawer.Popup>
        </BaseDrawer.Viewport>
      </BaseDrawer.Portal>
    </BaseDrawer.Root>
  )
}
