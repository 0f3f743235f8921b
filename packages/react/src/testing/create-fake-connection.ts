import { type KubernetesObject, UsageError } from '@kube-informer/core'
import {
  type AccessRequest,
  type AccessState,
  type Connection,
  type ConnectionClient,
  type ConnectionStatus,
  type DiscoveryState,
  type EnsureOptions,
  type InformerDefinitions,
  type PermittedNamespacesState,
  type RelatedState,
  type SliceState,
  type Subscription,
  subscriptionKey,
} from '@kube-informer/worker'
import {
  INITIAL_DISCOVERY_STATE,
  INITIAL_RELATED_STATE,
  UNKNOWN_ACCESS,
  UNKNOWN_NAMESPACES,
} from '@kube-informer/worker/internal'
import { createFakeMutation, type FakeMutation } from './fake-mutation.ts'
import { FakeObserver, FakeObservers } from './fake-observer.ts'
import { FakeSlice } from './fake-slice.ts'

/** A connection whose state a test sets. Inside `act`, React has rendered it afterwards. */
export interface FakeConnection<TDefinitions extends InformerDefinitions = InformerDefinitions> {
  readonly connection: Connection<TDefinitions>
  /** Changes a slice. Rows without a total and a status are all rows, and live. */
  push(subscription: Subscription, state: Partial<SliceState<KubernetesObject>>): void
  /** Changes every tree of `connection.observeRelated`. */
  pushTree(state: RelatedState): void
  /** Changes what the server serves. With resources and without `data`, the discovery is complete. */
  pushDiscovery(state: Partial<DiscoveryState>): void
  /** Changes the namespaces of every picker. With names and without `source`, they are listed, and all. */
  pushNamespaces(state: Partial<PermittedNamespacesState>): void
  /** Changes the status of the connection. */
  setStatus(status: Partial<ConnectionStatus>): void
  /** Decides whether a request is allowed; unknown before. */
  decide(request: AccessRequest, state: AccessState): void
  /** The writes of `connection.mutate`, in order. */
  readonly mutations: readonly FakeMutation[]
  /** The keys of the slices that have listeners. */
  activeKeys(): string[]
  /** The number of trees that have listeners. */
  readonly activeTrees: number
  /** How often a slice got its first listener. */
  readonly starts: number
  /** How often `connection.reconnect` was called. */
  readonly reconnects: number
}

/** What the client of the connection answers. */
export interface FakeConnectionOptions {
  /** The verbs of `connection.client` that the components call. @default none: a call throws */
  readonly client?: Partial<ConnectionClient<never>> | undefined
}

const VERBS = [
  'get',
  'list',
  'create',
  'replace',
  'patch',
  'apply',
  'delete',
  'deleteCollection',
  'watch',
  'request',
  'scale',
] as const satisfies readonly (keyof ConnectionClient)[]

const CONNECTING: ConnectionStatus = {
  host: 'dedicated',
  reason: 'for a test',
  state: 'connecting',
  freshness: { state: 'catching-up', reason: 'connecting' },
  restarts: 0,
  storage: { state: 'off' },
}

/**
 * Creates a connection without informers and without a server: the test sets what the hooks show, and decides what becomes
 * of each write. `connection.waitFor`, `connection.schema` and `connection.signOut` throw: use `renderWithInformers`.
 *
 * @example
 * const { connection, push } = createFakeConnection(informers)
 * render(<InformerProvider connection={connection}><Pods /></InformerProvider>)
 * act(() => push({ resource: 'pods' }, { data: [pod] }))
 */
export function createFakeConnection<TDefinitions extends InformerDefinitions>(
  definitions: TDefinitions,
  { client = {} }: FakeConnectionOptions = {},
): FakeConnection<TDefinitions> {
  const slices = new FakeObservers(() => new FakeSlice())
  const trees = new FakeObservers(() => new FakeObserver(INITIAL_RELATED_STATE))
  const accesses = new FakeObservers(() => new FakeObserver(UNKNOWN_ACCESS))
  const status = new FakeObserver(CONNECTING)
  const discovery = new FakeObserver(INITIAL_DISCOVERY_STATE)
  const namespaces = new FakeObserver(UNKNOWN_NAMESPACES)
  const mutations: FakeMutation[] = []
  let reconnects = 0

  const observe = (subscription: Subscription): FakeSlice => slices.of(subscriptionKey(subscription))
  const access = ({ verb, resource, namespace }: AccessRequest): FakeObserver<AccessState> =>
    accesses.of(JSON.stringify([verb, resource, namespace]))

  const connection = {
    ...throwing(['waitFor', 'signOut', 'persistStorage', 'schema'], 'a fake connection has no'),
    client: { ...throwing(VERBS, 'createFakeConnection was not given the client verb'), ...client },
    definitions,
    get status() {
      return status.getState()
    },
    subscribeStatus: (listener: (status: ConnectionStatus) => void) =>
      status.subscribe(() => listener(status.getState())),
    observe,
    subscribe(subscription: Subscription, listener: (state: SliceState<KubernetesObject>) => void) {
      const slice = observe(subscription)
      return slice.subscribe(() => listener(slice.getState()))
    },
    ensure: (subscription: Subscription, options?: EnsureOptions) => observe(subscription).ensure(options),
    observeRelated: (root: unknown) => trees.of(JSON.stringify(root)),
    access,
    discovery: Object.assign(discovery, { refresh: async () => discovery.getState() }),
    permittedNamespaces: () => namespaces,
    mutate(write: FakeMutation['write']) {
      const [mutation, fake] = createFakeMutation(write)
      mutations.push(fake)
      return mutation
    },
    reconnect() {
      reconnects++
    },
    close() {},
  }

  return {
    connection: connection as unknown as Connection<TDefinitions>,
    push: (subscription, state) => observe(subscription).push(state),
    pushTree(state) {
      for (const tree of trees.all) tree.set(state)
    },
    pushDiscovery: state => discovery.set({ ...discovery.getState(), data: 'complete', ...state }),
    pushNamespaces: state =>
      namespaces.set({ ...namespaces.getState(), source: 'listed', isPending: false, ...state }),
    decide: (request, state) => access(request).set(state),
    setStatus: change => status.set({ ...status.getState(), ...change }),
    mutations,
    activeKeys: () => slices.activeKeys,
    get activeTrees() {
      return trees.activeKeys.length
    },
    get starts() {
      return slices.all.reduce((sum, { starts }) => sum + starts, 0)
    },
    get reconnects() {
      return reconnects
    },
  }
}

/** Functions that throw a UsageError when they are called. */
const throwing = (names: readonly string[], what: string): Record<string, () => never> =>
  Object.fromEntries(
    names.map(name => [
      name,
      () => {
        throw new UsageError(`${what} ${name}`)
      },
    ]),
  )
