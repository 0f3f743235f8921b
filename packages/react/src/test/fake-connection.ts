import type { KubernetesObject } from '@kube-informer/core'
import {
  type Connection,
  type ConnectionStatus,
  INITIAL_SLICE_STATE,
  type InformerDefinitions,
  type SliceObserver,
  type SliceState,
  type Subscription,
  subscriptionKey,
} from '@kube-informer/worker'

/** A connection whose answers a test writes by hand. */
export interface FakeConnection<TDefinitions extends InformerDefinitions = InformerDefinitions> {
  readonly connection: Connection<TDefinitions>
  /** Replaces a slice's state and tells its listeners. */
  push(subscription: Subscription, state: Partial<SliceState<KubernetesObject>>): void
  /** Changes the connection's status and tells its listeners. */
  setStatus(status: Partial<ConnectionStatus>): void
  /** The keys that are being followed now. */
  followed(): string[]
  /** How often an observer went from nobody to somebody. */
  readonly starts: number
}

interface FakeSlice {
  state: SliceState<KubernetesObject>
  readonly listeners: Set<() => void>
  readonly observer: SliceObserver<KubernetesObject>
}

export function createFakeConnection<TDefinitions extends InformerDefinitions>(
  definitions: TDefinitions,
): FakeConnection<TDefinitions> {
  const slices = new Map<string, FakeSlice>()
  let starts = 0

  const create = (): FakeSlice => {
    const listeners = new Set<() => void>()
    const slice: FakeSlice = {
      state: { ...INITIAL_SLICE_STATE },
      listeners,
      observer: {
        getState: () => slice.state,
        subscribe: listener => {
          if (listeners.size === 0) starts++
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
    }
    return slice
  }
  const sliceFor = (subscription: Subscription): FakeSlice => {
    const key = subscriptionKey(subscription)
    const slice = slices.get(key) ?? create()
    slices.set(key, slice)
    return slice
  }

  let status: ConnectionStatus = {
    ...{ host: 'dedicated', reason: 'for a test', state: 'connecting', restarts: 0 },
    storage: { state: 'off' },
  }
  const statusListeners = new Set<(status: ConnectionStatus) => void>()

  const connection = {
    definitions,
    get status() {
      return status
    },
    subscribeStatus(listener: (status: ConnectionStatus) => void) {
      statusListeners.add(listener)
      return () => statusListeners.delete(listener)
    },
    observe: (subscription: Subscription) => sliceFor(subscription).observer,
  } as unknown as Connection<TDefinitions>

  return {
    connection,
    push(subscription, state) {
      const slice = sliceFor(subscription)
      slice.state = { ...slice.state, ...state }
      for (const listener of slice.listeners) listener()
    },
    setStatus(change) {
      status = { ...status, ...change }
      for (const listener of statusListeners) listener(status)
    },
    followed: () => [...slices].filter(([, slice]) => slice.listeners.size > 0).map(([key]) => key),
    get starts() {
      return starts
    },
  }
}
