import { useConnection } from '@kube-informer/react'
import { useEffect, useState } from 'react'
import { Failure } from './failure.tsx'
import { tailLog } from './log-tail.ts'

/** The last lines of a log, which goes on after the connection breaks. */
export function LogView({ namespace, name }: { readonly namespace: string; readonly name: string }) {
  const { client } = useConnection()
  const [lines, setLines] = useState<readonly string[]>([])
  const [error, setError] = useState<Error>()
  useEffect(() => {
    const leaving = new AbortController()
    void tailLog(client, {
      pod: { namespace, name },
      signal: leaving.signal,
      onBreak: setError,
      onLine: line => {
        setError(undefined)
        setLines(shown => [...shown.slice(-999), line])
      },
    })
    return () => leaving.abort()
  }, [client, namespace, name])
  return (
    <>
      <Failure error={error} />
      <pre>{lines.join('\n')}</pre>
    </>
  )
}
