import type { KubernetesObject } from '@kube-informer/core'
import {
  type AccessObserver,
  type AccessRequest,
  type AccessState,
  type Connection,
  type ConnectionStatus,
  INITIAL_SLICE_STATE,
  type InformerDefinitions,
  type SliceObserver,
  type SliceState,
  type Subscription,
  subscriptionKey,
  UNKNOWN_ACCESS,
} from '@kube-informer/worker'

/** A connection whose state a test sets by hand. */
export interface FakeConnection<TDefinitions extends InformerDefinitions = InformerDefinitions> {
  readonly connection: Connection<TDefinitions>
  /** Changes a slice's state and notifies its listeners. */
  push(subscription: Subscription, state: Partial<SliceState<KubernetesObject>>): void
  /** Changes the connection's status and notifies its listeners. */
  setStatus(status: Partial<ConnectionStatus>): void
  /** Answers a question about access, and notifies its listeners. */
  decide(request: AccessRequest, state: AccessState): void
  /** The keys of the subscriptions that have listeners. */
  activeKeys(): string[]
  /** How often an observer got its first listener. */
  readonly starts: number
}

class FakeSlice implements SliceObserver<KubernetesObject> {
  state: SliceState<KubernetesObject> = { ...INITIAL_SLICE_STATE }
  starts = 0
  readonly listeners = new Set<() => void>()

  readonly getState = (): SliceState<KubernetesObject> => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.listeners.size === 0) this.starts++
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}

class FakeAccess implements AccessObserver {
  state = UNKNOWN_ACCESS
  readonly listeners = new Set<() => void>()

  readonly getState = (): AccessState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}

export function createFakeConnection<TDefinitions extends InformerDefinitions>(
  definitions: TDefinitions,
): FakeConnection<TDefinitions> {
  const slices = new Map<string, FakeSlice>()
  const sliceFor = (subscription: Subscription): FakeSlice => {
    const key = subscriptionKey(subscription)
    const slice = slices.get(key) ?? new FakeSlice()
    slices.set(key, slice)
    return slice
  }

  const questions = new Map<string, FakeAccess>()
  const accessFor = ({ verb, resource, namespace }: AccessRequest): FakeAccess => {
    const key = JSON.stringify([verb, resource, namespace])
    const access = questions.get(key) ?? new FakeAccess()
    questions.set(key, access)
    return access
  }

  let status: ConnectionStatus = {
    host: 'dedicated',
    reason: 'for a test',
    state: 'connecting',
    restarts: 0,
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
    observe: sliceFor,
    access: accessFor,
  } as unknown as Connection<TDefinitions>

  return {
    connection,
    push(subscription, state) {
      const slice = sliceFor(subscription)
      slice.state = { ...slice.state, ...state }
      for (const listener of slice.listeners) listener()
    },
    decide(request, state) {
      const access = accessFor(request)
      access.state = state
      for (const listener of access.listeners) listener()
    },
    setStatus(change) {
      status = { ...status, ...change }
      for (const listener of statusListeners) listener(status)
    },
    activeKeys: () => [...slices].filter(([, { listeners }]) => listeners.size > 0).map(([key]) => key),
    get starts() {
      return [...slices.values()].reduce((sum, slice) => sum + slice.starts, 0)
    },
  }
}
