import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { openDialog, setDialog, subscribeToDialog } from './action-store.ts'

const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }))
const ResultsDialog = lazy(async () => ({ default: (await import('./results-dialog.tsx')).ResultsDialog }))

/** Shows the dialog of `useActions`. Rendered once for a cluster. */
export function ActionHost(): ReactNode {
  const dialog = useSyncExternalStore(subscribeToDialog, openDialog)
  if (dialog === undefined) return null
  const close = (): void => setDialog(undefined)
  return (
    <Suspense fallback={null}>
      {dialog.type === 'ask' ? (
        <ActionDialog asked={dialog} onClose={close} />
      ) : (
        <ResultsDialog shown={dialog} onClose={close} />
      )}
    </Suspense>
  )
}
