import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { toastManager } from './toast-store.ts'

/** Shows the toasts, in a live region. Rendered once. */
export function ToastList(): ReactNode {
  return (
    <Toast.Provider toastManager={toastManager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

const ICONS: Readonly<Record<string, ReactNode>> = {
  good: <CircleCheck size={16} aria-hidden />,
  bad: <CircleAlert size={16} aria-hidden />,
  busy: <LoaderCircle size={16} aria-hidden className="spin" />,
}

function Toasts(): ReactNode {
  const { toasts } = Toast.useToastManager()
  return toasts.map(toast => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={`toast ${toast.type ?? ''}`}
      swipeDirection={['right', 'down']}
      data-testid="toast"
    >
      <Toast.Content className="toast-content">
        <span className="toast-icon">{ICONS[toast.type ?? '']}</span>
        <div className="toast-text">
          <Toast.Title className="toast-title" render={<p />} />
          <Toast.Description className="toast-description" />
        </div>
        <Toast.Action className="button quiet" />
        <Toast.Close className="icon-button quiet" aria-label="Dismiss">
          <X size={14} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
