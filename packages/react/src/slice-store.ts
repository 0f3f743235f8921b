import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import {
  type Connection,
  type HydratedSlice,
  INITIAL_SLICE_STATE,
  type InformerDefinitions,
  type ResourceName,
  type RowOf,
  type SliceObserver,
  type SliceState,
  type Subscription,
} from '@kube-informer/worker'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { holdData } from './held-state.ts'

/**
 * A zustand store that holds the state of one slice. The hooks read such stores; other code passes one to zustand's
 * `useStore`, to a middleware, or subscribes to it outside React.
 *
 * - The store subscribes to the slice when it gets its first subscriber, and unsubscribes when it loses the last. A store
 *   without subscribers causes no traffic; its `getState` returns what the connection currently holds, and otherwise what
 *   the store has shown last.
 * - Stores of equal subscriptions share one stream of updates and the same state object.
 * - Listeners run at most once a frame, never inside `subscribe`.
 * - `getInitialState` returns the state that a server renders and hydration starts from: `hydrated`, or an empty one.
 * - `setState` changes this store only, until the slice changes next. To change objects, use `connection.client`.
 *
 * @param hydrated what a server has rendered of the slice
 *
 * @example
 * const store = createSliceStore(connection, { resource: 'pods' })
 * const unsubscribe = store.subscribe(({ total }, previous) => console.log(previous.total, total))
 * const useTotal = () => useStore(store, state => state.total) // zustand's useStore
 * devtools(store.getState, { name: 'pods' })(store.setState, store.getState, store) // a middleware, in place
 */
export function createSliceStore<
  TDefinitions extends InformerDefinitions,
  TResource extends ResourceName<TDefinitions> | ResourceDefinition,
>(
  connection: Pick<Connection<TDefinitions>, 'definitions' | 'observe'>,
  subscription: Subscription<TDefinitions, TResource>,
  hydrated?: HydratedSlice<RowOf<TDefinitions, TResource>>,
): StoreApi<SliceState<RowOf<TDefinitions, TResource>>> {
  const initial: SliceState<RowOf<TDefinitions, TResource>> = hydrated?.state ?? INITIAL_SLICE_STATE
  const store = createStore(() => initial)
  const { getState, subscribe } = store
  let subscribers = 0
  let unsubscribeFromSlice = (): void => {}
  let latest = initial
  // A server must not pass what it renders to a connection: several requests may use it.
  let observer: SliceObserver<RowOf<TDefinitions, TResource>> | undefined
  const slice = () => (observer ??= connection.observe(subscription, hydrated))
  const present = holdData(() => slice().getState())

  // `store.setState` is looked up on each call because a middleware may have replaced it.
  const update = (): void => {
    const state = present()
    if (latest === state) return
    latest = state
    store.setState(state, true)
  }
  if (!hydrated) update()

  return Object.assign(store, {
    getState() {
      if (subscribers === 0) update()
      return getState()
    },
    subscribe(listener: Parameters<typeof subscribe>[0]) {
      if (subscribers++ === 0) {
        unsubscribeFromSlice = slice().subscribe(update)
        // Before the listener is added, so that it does not run inside this call.
        update()
      }
      const unsubscribe = subscribe(listener)
      let active = true
      return () => {
        if (!active) return
        active = false
        unsubscribe()
        if (--subscribers === 0) unsubscribeFromSlice()
      }
    },
  })
}

/** The state of a hook that is switched off; it never changes. */
export const DISABLED_STORE: StoreApi<SliceState<KubernetesObject>> = createStore(() => INITIAL_SLICE_STATE)
