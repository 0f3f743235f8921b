import type { Connection } from '@kube-informer/worker'
import type { informers } from '../informers/informers.ts'

/** What should stay still while faults happen: immutable, replaced at each change. */
export interface Steadiness {
  readonly relists: number
  readonly restarts: number
  readonly events: number
  /** Rows on the page that disappeared at once, beyond what the changes of one update explain. */
  readonly rowsLost: number
  /** Tasks of the page of more than 50 ms. */
  readonly longTasks: number
  /** In ms. */
  readonly longest: number
  /** The number of Pods on the page. */
  readonly objects: number
}

const NOTHING: Steadiness = {
  relists: 0,
  restarts: 0,
  events: 0,
  rowsLost: 0,
  longTasks: 0,
  longest: 0,
  objects: 0,
}

/** More rows than this in one update are no change of the cluster: they were lost. */
const LOST_AT_ONCE = 50

/** Measures from the first subscriber on, as a store for `useSyncExternalStore`. `reset` starts again. */
export class SteadinessStore {
  readonly #connection: Connection<typeof informers>
  readonly #listeners = new Set<() => void>()
  #state = NOTHING
  #start: Steadiness | undefined
  #stop: (() => void) | undefined

  constructor(connection: Connection<typeof informers>) {
    this.#connection = connection
  }

  readonly getSnapshot = (): Steadiness => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#stop = this.#measure()
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop?.()
    }
  }

  readonly reset = (): void => {
    this.#start = undefined
    this.#set({ rowsLost: 0, longTasks: 0, longest: 0, relists: 0, restarts: 0, events: 0 })
  }

  #measure(): () => void {
    const counts = this.#connection.subscribe(
      { resource: 'pods', slice: { window: { offset: 0, limit: 0 } } },
      ({ total, status }) => {
        const { objects, rowsLost } = this.#state
        const isLoss = status.data !== 'none' && objects - total > LOST_AT_ONCE
        this.#set({ objects: total, rowsLost: isLoss ? rowsLost + objects - total : rowsLost })
      },
    )
    const status = this.#connection.subscribe(
      { resource: 'pods', slice: { target: { type: 'status' } } },
      ({ status: { counters } }) => {
        const { relists, restarts, events } = counters
        // A new host counts from 0.
        if (this.#start === undefined || relists < this.#start.relists || events < this.#start.events)
          this.#start = { ...NOTHING, relists, restarts, events }
        const from = this.#start
        this.#set({
          relists: relists - from.relists,
          restarts: restarts - from.restarts,
          events: events - from.events,
        })
      },
    )
    const tasks = new PerformanceObserver(list => {
      const durations = list.getEntries().map(({ duration }) => duration)
      const { longTasks, longest } = this.#state
      this.#set({ longTasks: longTasks + durations.length, longest: Math.max(longest, ...durations) })
    })
    // Only Chromium reports them.
    if (PerformanceObserver.supportedEntryTypes.includes('longtask')) tasks.observe({ type: 'longtask' })
    return () => {
      counts()
      status()
      tasks.disconnect()
    }
  }

  #set(change: Partial<Steadiness>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
