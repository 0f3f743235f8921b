import type { KubernetesObject } from '@kube-informer/core'
import {
  type AccessObserver,
  type AccessRequest,
  type AccessState,
  type Connection,
  type ConnectionStatus,
  type EnsureOptions,
  INITIAL_SLICE_STATE,
  type InformerDefinitions,
  type RelatedObserver,
  type RelatedState,
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
  /** Changes the state of every tree and notifies its listeners. */
  pushTree(state: RelatedState): void
  /** Answers a question about access, and notifies its listeners. */
  decide(request: AccessRequest, state: AccessState): void
  /** The keys of the subscriptions that have listeners. */
  activeKeys(): string[]
  /** How often an observer got its first listener. */
  readonly starts: number
  /** How often the connection was asked to reconnect. */
  readonly reconnects: number
  /** The number of trees with listeners. */
  readonly activeTrees: number
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

const NO_TREE: RelatedState = { root: undefined, status: { data: 'none', link: 'connecting', failures: [] } }

class FakeTree implements RelatedObserver {
  state = NO_TREE
  readonly listeners = new Set<() => void>()

  readonly getState = (): RelatedState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}

/** Follows a slice until it has data or an error. */
function ensure(
  slice: FakeSlice,
  { signal, ignore }: EnsureOptions = {},
): Promise<SliceState<KubernetesObject>> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      const { status } = slice.state
      const error = status.error === ignore ? undefined : status.error
      if (status.data === 'none' && !error) return
      stop()
      if (error && status.data === 'none') reject(error)
      else resolve(slice.state)
    }
    const stop = slice.subscribe(check)
    signal?.addEventListener('abort', () => reject(signal.reason))
    check()
  })
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

  const trees = new Map<string, FakeTree>()
  const treeFor = (root: unknown): FakeTree => {
    const key = JSON.stringify(root)
    const tree = trees.get(key) ?? new FakeTree()
    trees.set(key, tree)
    return tree
  }

  let reconnects = 0
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
    ensure: (subscription: Subscription, options?: EnsureOptions) => ensure(sliceFor(subscription), options),
    observeRelated: treeFor,
    reconnect: () => reconnects++,
    access: accessFor,
  } as unknown as Connection<TDefinitions>

  return {
    connection,
    push(subscription, state) {
      const slice = sliceFor(subscription)
      slice.state = { ...slice.state, ...state }
      for (const listener of slice.listeners) listener()
    },
    pushTree(state) {
      for (const tree of trees.values()) {
        tree.state = state
        for (const listener of tree.listeners) listener()
      }
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
    get reconnects() {
      return reconnects
    },
    get activeTrees() {
      return [...trees.values()].filter(({ listeners }) => listeners.size > 0).length
    },
  }
}
