import { useConnection } from '@kube-informer/react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { followLog, type LogSource, type LogState } from './follow-log.ts'
import { LogBuffer, type LogSnapshot } from './log-buffer.ts'

const MAX_LINES = 50_000
const TAIL_LINES = 500

interface Log extends LogSnapshot {
  /** By the label of the source. */
  readonly states: Readonly<Record<string, LogState>>
  readonly clear: () => void
}

/** The merged log of some containers. */
export function useLog(sources: readonly LogSource[], previous: boolean): Log {
  const { client } = useConnection()
  const [buffer] = useState(() => new LogBuffer(MAX_LINES, flush => requestAnimationFrame(flush)))
  const [states, setStates] = useState<Readonly<Record<string, LogState>>>({})
  const snapshot = useSyncExternalStore(buffer.subscribe, buffer.getSnapshot)

  useEffect(() => {
    const stop = new AbortController()
    buffer.clear()
    setStates({})
    const tailLines = Math.ceil(TAIL_LINES / Math.max(1, sources.length))
    for (const source of sources) {
      void followLog(client, source, {
        previous,
        polls: sources.length > 1 && !isMultiplexed(),
        tailLines,
        signal: stop.signal,
        onLine: text => buffer.add({ source: source.label, text }),
        onState: state => {
          if (!stop.signal.aborted) setStates(before => ({ ...before, [source.label]: state }))
        },
      })
    }
    return () => stop.abort()
  }, [buffer, client, sources, previous])

  return { ...snapshot, states, clear: () => buffer.clear() }
}

/** Whether requests share a connection, so that many streams do not hold up other requests. */
function isMultiplexed(): boolean {
  const [page] = performance.getEntriesByType('navigation')
  return /^h[23]/.test((page as PerformanceNavigationTiming | undefined)?.nextHopProtocol ?? '')
}
