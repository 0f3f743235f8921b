import { createStore, type StoreApi } from 'zustand/vanilla'
import type { FlaggedState } from './flags.ts'

/** What a connection reports about a slice or a tree. */
interface Observer<TState> {
  getState(): TState
  subscribe(listener: () => void): () => void
}

export interface ObserverStoreOptions<TState> {
  /** Called once, when the store is first read or subscribed to. */
  readonly observe: () => Observer<TState>
  readonly initial: TState
  /** Whether the store shows the initial state until then. A server must not pass what it renders to a connection. */
  readonly isHydrated: boolean
}

/**
 * A zustand store that follows an observer while it has subscribers.
 *
 * It keeps the last data while the observer starts again without any. The connection removes a slice without subscribers,
 * for example that of a hidden `<Activity>`: its rows stay until the host has sent them again. An error replaces them, for
 * example a denial or a sign-out.
 */
export function createObserverStore<TState extends FlaggedState>({
  observe,
  initial,
  isHydrated,
}: ObserverStoreOptions<TState>): StoreApi<TState> {
  const store = createStore(() => initial)
  const { getState, subscribe } = store
  let subscribers = 0
  let stop = (): void => {}
  let observer: Observer<TState> | undefined
  let seen: TState | undefined
  let shown: TState | undefined

  const observed = (): Observer<TState> => (observer ??= observe())
  // `store.setState` is looked up on each call because a middleware may have replaced it.
  const update = (): void => {
    const state = observed().getState()
    if (state === seen) return
    seen = state
    shown = shown && restarts(state, shown) ? withStatus(shown, state) : state
    store.setState(shown, true)
  }
  if (!isHydrated) update()

  return Object.assign(store, {
    getState() {
      if (subscribers === 0) update()
      return getState()
    },
    subscribe(listener: Parameters<typeof subscribe>[0]) {
      if (subscribers++ === 0) {
        stop = observed().subscribe(update)
        // Before the listener is added, so that it does not run inside this call.
        update()
      }
      const unsubscribe = subscribe(listener)
      let active = true
      return () => {
        if (!active) return
        active = false
        unsubscribe()
        if (--subscribers === 0) stop()
      }
    },
  })
}

const restarts = ({ status }: FlaggedState, shown: FlaggedState): boolean =>
  status.data === 'none' && !status.error && status.link !== 'stopped' && shown.status.data !== 'none'

const withStatus = <TState extends FlaggedState>(
  shown: TState,
  { status, freshness, paused }: TState,
): TState =>
  Object.freeze({
    ...shown,
    paused,
    freshness,
    status: Object.freeze({ ...status, data: shown.status.data }),
  })
