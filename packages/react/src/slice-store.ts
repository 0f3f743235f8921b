import type { KubernetesObject } from '@kube-informer/core'
import { INITIAL_SLICE_STATE, type SliceObserver, type SliceState } from '@kube-informer/worker'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** What a hook needs of a zustand store. */
export type SliceStore = Pick<
  StoreApi<SliceState<KubernetesObject>>,
  'getState' | 'getInitialState' | 'subscribe'
>

interface SliceStoreOptions {
  readonly observer: SliceObserver<KubernetesObject>
  /** Called when the first subscriber comes. */
  readonly onActive: () => void
  /** Called when the last subscriber has left. */
  readonly onIdle: () => void
}

/**
 * A zustand store that follows an observer while somebody follows the store.
 *
 * Its initial state is the empty one, which makes it the server's snapshot; what the observer already knows is
 * set before anyone can listen, so nobody is notified inside `subscribe`.
 */
export function createSliceStore({ observer, onActive, onIdle }: SliceStoreOptions): SliceStore {
  const store = createStore<SliceState<KubernetesObject>>(() => INITIAL_SLICE_STATE)
  const pull = (): void => store.setState(observer.getState(), true)
  let subscribers = 0
  let stop = (): void => {}

  const attach = (): void => {
    stop = observer.subscribe(pull)
    pull()
    onActive()
  }
  const detach = (): void => {
    stop()
    onIdle()
  }

  return {
    // Nobody keeps a store up to date that nobody follows: a waiting one reads through.
    getState: () => (subscribers === 0 ? observer.getState() : store.getState()),
    getInitialState: store.getInitialState,
    subscribe(listener) {
      if (subscribers++ === 0) attach()
      const unsubscribe = store.subscribe(listener)
      let subscribed = true
      return () => {
        if (!subscribed) return
        subscribed = false
        unsubscribe()
        if (--subscribers === 0) detach()
      }
    },
  }
}

/** The store of a hook that is switched off: it never changes. */
export const OFF_STORE: SliceStore = createOffStore()

function createOffStore(): SliceStore {
  const empty = (): SliceState<KubernetesObject> => INITIAL_SLICE_STATE
  return { getState: empty, getInitialState: empty, subscribe: () => () => {} }
}
