import { useEffect, useState } from 'react'
import type { Controls, ServerStatus } from './controls.ts'

const EVERY_MS = 1_000

/** The status of the fake apiserver, read every second. Undefined until it has answered, and while it does not. */
export function useServerStatus(controls: Controls): ServerStatus | undefined {
  const [status, setStatus] = useState<ServerStatus>()
  useEffect(() => {
    const stop = new AbortController()
    const read = (): void =>
      void controls.status(stop.signal).then(setStatus, () => {
        if (!stop.signal.aborted) setStatus(undefined)
      })
    read()
    const timer = setInterval(read, EVERY_MS)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [controls])
  return status
}
