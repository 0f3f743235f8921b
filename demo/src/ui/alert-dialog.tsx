import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

export interface AlertDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The question. */
  readonly title: ReactNode
  /** What will happen. */
  readonly description: ReactNode
  readonly children?: ReactNode
  /** The text of the button that confirms: a verb. */
  readonly confirm: string
  readonly onConfirm: () => void
  /** @default 'primary' */
  readonly variant?: 'primary' | 'danger'
  /** Whether confirming is impossible, for example until a field is filled in. @default false */
  readonly disabled?: boolean
}

/** Asks before something that cannot be undone. Only a button or Escape closes it. */
export function AlertDialog(props: AlertDialogProps): ReactNode {
  const { open, onOpenChange, title, description, children, confirm, onConfirm, variant } = props
  return (
    <BaseAlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop className="backdrop" />
        <BaseAlertDialog.Popup className="dialog small">
          <header>
            <BaseAlertDialog.Title className="popup-title">{title}</BaseAlertDialog.Title>
          </header>
          <BaseAlertDialog.Description className="dialog-description">
            {description}
          </BaseAlertDialog.Description>
          {children !== undefined && <div className="dialog-body">{children}</div>}
          <footer className="dialog-actions">
            <BaseAlertDialog.Close className="button plain">Cancel</BaseAlertDialog.Close>
            <Button
              variant={variant ?? 'primary'}
              disabled={props.disabled ?? false}
              onClick={() => {
                onOpenChange(false)
                onConfirm()
              }}
            >
              {confirm}
            </Button>
          </footer>
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}
