import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { classNames } from './class-names.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: ReactNode
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** Buttons, the main one last. */
  readonly actions?: ReactNode
  /** @default 'small' */
  readonly size?: 'small' | 'medium' | 'large'
  /** The element that gets the focus when the dialog opens. Absent for the first one that can have it. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Whether a press outside keeps the dialog open, for example while it has unsaved text. @default false */
  readonly keepOpen?: boolean
}

/** A modal dialog. The focus returns to the element that had it. */
export function Dialog(props: DialogProps): ReactNode {
  const { open, onOpenChange, title, description, children, actions, size, initialFocus } = props
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={onOpenChange}
      disablePointerDismissal={props.keepOpen ?? false}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop" />
        <BaseDialog.Popup className={classNames('dialog', size ?? 'small')} initialFocus={initialFocus}>
          <header>
            <BaseDialog.Title className="popup-title">{title}</BaseDialog.Title>
            <BaseDialog.Close className="icon-button quiet" aria-label="Close">
              <X size={16} aria-hidden />
            </BaseDialog.Close>
          </header>
          {description !== undefined && (
            <BaseDialog.Description className="dialog-description">{description}</BaseDialog.Description>
          )}
          {children !== undefined && <div className="dialog-body">{children}</div>}
          {actions !== undefined && <footer className="dialog-actions">{actions}</footer>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
