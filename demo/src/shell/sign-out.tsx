import { useConnection, useConnectionStatus } from '@kube-informer/react'
import { LogOut } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useEndFrame } from '../first-frame/use-end-frame.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useToasts } from '../ui/toast-store.ts'

/** Deletes the caches of this identity, in all tabs and on disk. */
export function SignOutButton(): ReactNode {
  const connection = useConnection()
  const { fail } = useToasts()
  const [busy, setBusy] = useState(false)
  const onClick = (): void => {
    setBusy(true)
    connection.signOut().catch((error: unknown) => fail('Signed out, but not cleanly', error))
  }
  return (
    <IconButton
      label="Sign out"
      icon={<LogOut size={16} aria-hidden />}
      onClick={onClick}
      disabled={busy}
      data-testid="sign-out"
    />
  )
}

/** The page after signing out. */
export function SignedOut(): ReactNode {
  const { error } = useConnectionStatus()
  useEndFrame()
  return (
    <main className="splash" data-testid="signed-out">
      <h1 className="visually-hidden">Signed out</h1>
      <EmptyState
        title="Signed out"
        actions={
          <Button variant="primary" onClick={() => location.reload()} data-testid="sign-in-again">
            Sign in again
          </Button>
        }
      >
        {error ?? 'Nothing of this cluster is left in this browser’s memory or on its disk.'}
      </EmptyState>
    </main>
  )
}
