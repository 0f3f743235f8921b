import { Toast } from '@base-ui/react/toast'

/** A button of a toast. */
interface ToastAction {
  readonly label: string
  readonly run: () => void
}

interface ToastOptions {
  readonly action?: ToastAction | undefined
}

/** A toast that changes until what it reports has ended. */
interface ProgressToast {
  readonly update: (text: string) => void
  /** It ended well: the toast goes away after some seconds. */
  readonly done: (text: string, options?: ToastOptions) => void
  readonly fail: (what: string, error: unknown) => void
  /** Removes the toast. */
  readonly close: () => void
}

export interface Toasts {
  /** Says what has happened. */
  readonly tell: (text: string, options?: ToastOptions) => void
  /** Says what did not work, and why. */
  readonly fail: (what: string, error: unknown, options?: ToastOptions) => void
  /** Says what is happening. */
  readonly progress: (text: string) => ProgressToast
}

export const toastManager = Toast.createToastManager()

const TELL_MS = 6_000
/** Long enough to read the message of a server. */
const FAIL_MS = 15_000

const actionProps = ({
  action,
}: ToastOptions): { readonly children: string; readonly onClick: () => void } | undefined =>
  action && { children: action.label, onClick: action.run }

const success = (text: string, options: ToastOptions) => ({
  type: 'good',
  title: text,
  description: undefined,
  timeout: TELL_MS,
  actionProps: actionProps(options),
})

const failed = (what: string, error: unknown, options: ToastOptions) => ({
  type: 'bad',
  title: what,
  description: messageOf(error),
  timeout: FAIL_MS,
  priority: 'high' as const,
  actionProps: actionProps(options),
})

const running = (text: string) => ({ type: 'busy', title: text, timeout: 0 })

/** Short messages above the page. They work outside of components too. */
export const toasts: Toasts = {
  tell: (text, options = {}) => void toastManager.add(success(text, options)),
  fail: (what, error, options = {}) => void toastManager.add(failed(what, error, options)),
  progress(text) {
    const id = toastManager.add(running(text))
    return {
      update: next => toastManager.update(id, running(next)),
      done: (next, options = {}) => toastManager.update(id, success(next, options)),
      fail: (what, error) => toastManager.update(id, failed(what, error, {})),
      close: () => toastManager.close(id),
    }
  },
}

export const useToasts = (): Toasts => toasts

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
