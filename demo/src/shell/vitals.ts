import type { InformerStatus, ResourceDefinition } from '@kube-informer/core'
import type { Connection } from '@kube-informer/worker'
import { definedName } from '../kinds/kind.ts'

/** Measurements of the page, updated twice per second so that they are readable and rendering stays cheap. */
interface Vitals {
  readonly status: InformerStatus
  readonly eventsPerSecond: number
  readonly framesPerSecond: number
  /** Events per second, oldest first. */
  readonly history: readonly number[]
}

/** A store for `useSyncExternalStore`. */
export interface VitalsStore {
  getSnapshot(): Vitals
  subscribe(listener: () => void): () => void
}

const TICK_MS = 500
const HISTORY = 90

/**
 * Creates a store that measures the informer of a kind while it has subscribers. With a namespace, it may be that of the
 * namespace: of the two, the one that runs is measured.
 */
export function createVitals(
  connection: Connection,
  kind: ResourceDefinition,
  namespace: string | undefined,
): VitalsStore {
  const observers = statusObservers(connection, kind, namespace)
  const statusNow = (): InformerStatus => {
    const statuses = observers.map(observer => observer.getState().status)
    // There is at least one observer.
    return (statuses.find(({ link }) => link !== 'stopped') ?? statuses[0]) as InformerStatus
  }
  const listeners = new Set<() => void>()
  let vitals: Vitals = { status: statusNow(), eventsPerSecond: 0, framesPerSecond: 0, history: [] }

  const start = (): (() => void) => {
    const stops = observers.map(observer => observer.subscribe(() => {}))
    const frames = countFrames()
    let last: Sample | undefined
    const timer = setInterval(() => {
      const sample = { at: performance.now(), frames: frames.count(), status: statusNow() }
      if (last) vitals = next(vitals, last, sample)
      last = sample
      for (const listener of listeners) listener()
    }, TICK_MS)
    return () => {
      clearInterval(timer)
      frames.stop()
      for (const stop of stops) stop()
    }
  }

  let stop = (): void => {}
  return {
    getSnapshot: () => vitals,
    subscribe(listener) {
      if (listeners.size === 0) stop = start()
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
  }
}

/** They start no informer: they report on those that the page runs. */
function statusObservers(connection: Connection, kind: ResourceDefinition, namespace: string | undefined) {
  const name = definedName(kind)
  const shared = { slice: { target: { type: 'status' } } } as const
  const scopes = namespace === undefined ? [undefined] : [undefined, { namespace }]
  return scopes.map(scope =>
    name === undefined
      ? connection.observe({ ...shared, resource: kind, form: 'table', ...(scope && { scope }) })
      : connection.observe({ ...shared, resource: name, ...(scope && { scope }) }),
  )
}

interface Sample {
  readonly at: number
  readonly frames: number
  readonly status: InformerStatus
}

function next(vitals: Vitals, from: Sample, to: Sample): Vitals {
  const seconds = (to.at - from.at) / 1_000
  const events = to.status.counters.events - from.status.counters.events
  const eventsPerSecond = Math.max(0, events) / seconds
  return {
    status: to.status,
    eventsPerSecond,
    framesPerSecond: (to.frames - from.frames) / seconds,
    history: [...vitals.history, eventsPerSecond].slice(-HISTORY),
  }
}

function countFrames(): { count(): number; stop(): void } {
  let frames = 0
  let handle = requestAnimationFrame(function frame() {
    frames++
    handle = requestAnimationFrame(frame)
  })
  return { count: () => frames, stop: () => cancelAnimationFrame(handle) }
}
