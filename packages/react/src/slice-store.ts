import type { ResourceDefinition } from '@kube-informer/core'
import type {
  Connection,
  HydratedSlice,
  InformerDefinitions,
  ResourceName,
  ShownOf,
  SliceForm,
  SliceState,
  Subscription,
} from '@kube-informer/worker'
import { INITIAL_SLICE_STATE } from '@kube-informer/worker/internal'
import type { StoreApi } from 'zustand/vanilla'
import { createObserverStore } from './observer-store.ts'

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
  const TForm extends SliceForm = undefined,
>(
  connection: Pick<Connection<TDefinitions>, 'definitions' | 'observe'>,
  subscription: Subscription<TDefinitions, TResource, TForm>,
  hydrated?: HydratedSlice<ShownOf<TDefinitions, TResource, TForm>>,
): StoreApi<SliceState<ShownOf<TDefinitions, TResource, TForm>>> {
  return createObserverStore<SliceState<ShownOf<TDefinitions, TResource, TForm>>>({
    observe: () => connection.observe(subscription, hydrated),
    initial: hydrated?.state ?? INITIAL_SLICE_STATE,
    isHydrated: hydrated !== undefined,
  })
}
