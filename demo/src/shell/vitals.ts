import type { InformerStatus } from '@kube-informer/core'
import type { Connection } from '@kube-informer/worker'

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

/** Creates a store that measures while it has subscribers. */
export function createVitals(connection: Connection): VitalsStore {
  const observer = connection.observe({ resource: 'pods', slice: { target: { type: 'status' } } })
  const listeners = new Set<() => void>()
  let vitals: Vitals = {
    status: observer.getState().status,
    eventsPerSecond: 0,
    framesPerSecond: 0,
    history: [],
  }

  const start = (): (() => void) => {
    const stopObserving = observer.subscribe(() => {})
    const frames = countFrames()
    let last: Sample | undefined
    const timer = setInterval(() => {
      const sample = { at: performance.now(), frames: frames.count(), status: observer.getState().status }
      if (last) vitals = next(vitals, last, sample)
      last = sample
      for (const listener of listeners) listener()
    }, TICK_MS)
    return () => {
      clearInterval(timer)
      frames.stop()
      stopObserving()
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
