import { useConnection, useConnectionStatus } from '@kube-informer/react'
import { type ReactNode, useState } from 'react'
import { useToaster } from './toasts.tsx'

/** Deletes the caches of this identity, in all tabs and on disk. */
export function SignOutButton({ identity }: { readonly identity: string }): ReactNode {
  const connection = useConnection()
  const { fail } = useToaster()
  const [busy, setBusy] = useState(false)
  const onClick = (): void => {
    setBusy(true)
    connection.signOut().catch((error: unknown) => fail('Signed out, but not cleanly', error))
  }
  return (
    <button
      type="button"
      className="sign-out"
      onClick={onClick}
      disabled={busy}
      title={`Forget the caches of “${identity}”, in every tab and on disk`}
      data-testid="sign-out"
    >
      Sign out
    </button>
  )
}

/** The page after signing out. */
export function SignedOut(): ReactNode {
  const { error } = useConnectionStatus()
  return (
    <main className="signed-out" data-testid="signed-out">
      <h2>Signed out</h2>
      <p className="muted">
        {error ?? 'Nothing of this cluster is left in this browser’s memory or on its disk.'}
      </p>
      <button type="button" className="sign-in" onClick={() => location.reload()} data-testid="sign-in-again">
        Sign in again
      </button>
    </main>
  )
}
