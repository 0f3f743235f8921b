import type { Connection } from '@kube-informer/worker'
import type { informers } from '../informers/informers.ts'
import { rowsLost } from './rows-lost.ts'

/** What should stay still while faults happen: immutable, replaced at each change. */
export interface Steadiness {
  readonly relists: number
  readonly restarts: number
  readonly events: number
  /** Rows on the page that disappeared at once and should be kept. */
  readonly rowsLost: number
  /** Tasks of the page of more than 50 ms. */
  readonly longTasks: number
  /** The number of Pods on the page. */
  readonly objects: number
}

type Counted = Pick<Steadiness, 'relists' | 'restarts' | 'events'>

const ZERO = { relists: 0, restarts: 0, events: 0, rowsLost: 0, longTasks: 0 }

/** Measures from the first subscriber on, as a store for `useSyncExternalStore`. `reset` starts again. */
export class SteadinessStore {
  readonly #connection: Connection<typeof informers>
  readonly #listeners = new Set<() => void>()
  #state: Steadiness = { ...ZERO, objects: 0 }
  /** What the host counted last. */
  #host: Counted | undefined
  #kept = Number.POSITIVE_INFINITY
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

  readonly reset = (): void => this.#set(ZERO)

  /** The cluster is about to delete Pods until this number is left: those are not lost. */
  readonly expectAtLeast = (count: number): void => {
    this.#kept = count
  }

  #measure(): () => void {
    const stops = [this.#countRows(), this.#countWork(), this.#countLongTasks()]
    return () => {
      for (const stop of stops) stop()
    }
  }

  #countRows(): () => void {
    const slice = { window: { offset: 0, limit: 0 } }
    return this.#connection.subscribe({ resource: 'pods', slice }, ({ total }) => {
      const lost = rowsLost({ before: this.#state.objects, after: total, kept: this.#kept })
      this.#set({ objects: total, rowsLost: this.#state.rowsLost + lost })
    })
  }

  #countWork(): () => void {
    const slice = { target: { type: 'status' } } as const
    return this.#connection.subscribe({ resource: 'pods', slice }, ({ status: { counters } }) => {
      const host = this.#host
      this.#host = counters
      if (host === undefined) return
      const added = (name: keyof Counted): number => this.#state[name] + since(host[name], counters[name])
      this.#set({ relists: added('relists'), restarts: added('restarts'), events: added('events') })
    })
  }

  #countLongTasks(): () => void {
    const observer = new PerformanceObserver(list => {
      this.#set({ longTasks: this.#state.longTasks + list.getEntries().length })
    })
    // Only Chromium reports them.
    if (PerformanceObserver.supportedEntryTypes.includes('longtask')) observer.observe({ type: 'longtask' })
    return () => observer.disconnect()
  }

  #set(change: Partial<Steadiness>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** What a host has counted since. Another host starts at 0. */
const since = (before: number, now: number): number => (now < before ? now : now - before)
