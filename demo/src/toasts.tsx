import { createContext, type ReactNode, useContext, useState } from 'react'

interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: 'bad' | 'good'
}

interface Toaster {
  readonly tell: (text: string) => void
  readonly fail: (what: string, error: unknown) => void
}

const SHOW_MS = 7_000
const ToasterContext = createContext<Toaster | undefined>(undefined)

export function useToaster(): Toaster {
  const toaster = useContext(ToasterContext)
  if (toaster === undefined) throw new Error('useToaster needs a <Toasts> above it')
  return toaster
}

/** Shows short messages for some seconds. */
export function Toasts({ children }: { readonly children: ReactNode }): ReactNode {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const dismiss = (id: number): void => setToasts(all => all.filter(toast => toast.id !== id))
  const show = (text: string, tone: Toast['tone']): void => {
    const id = performance.now()
    setToasts(all => [...all.slice(-2), { id, text, tone }])
    setTimeout(() => dismiss(id), SHOW_MS)
  }
  const [toaster] = useState<Toaster>(() => ({
    tell: text => show(text, 'good'),
    fail: (what, error) => show(`${what}: ${error instanceof Error ? error.message : String(error)}`, 'bad'),
  }))
  return (
    <ToasterContext.Provider value={toaster}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, text, tone }) => (
          <button
            key={id}
            type="button"
            className={`toast ${tone}`}
            onClick={() => dismiss(id)}
            data-testid="toast"
          >
            {text}
          </button>
        ))}
      </div>
    </ToasterContext.Provider>
  )
}
