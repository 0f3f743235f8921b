import { useConnection, useConnectionStatus } from '@kube-informer/react'
import { useState } from 'react'
import { Failure } from './failure.tsx'

/** Erases what this user has in memory and on disk, in every tab of the browser. */
export function SignOut() {
  const connection = useConnection()
  const { state } = useConnectionStatus()
  const [error, setError] = useState<Error>()
  if (state === 'signedOut') return <p>You are signed out.</p>
  return (
    <>
      <button type="button" onClick={() => connection.signOut().catch(setError)}>
        Sign out
      </button>
      <Failure error={error} />
    </>
  )
}
