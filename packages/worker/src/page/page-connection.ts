import {
  type CallOptions,
  ConnectionError,
  type ObjectName,
  objectNameParts,
  type ResourceDefinition,
} from '@kube-informer/core'
import type { AccessObserver, AccessRequest } from '../api/access.ts'
import type {
  Connection,
  ConnectionOptions,
  ConnectionStatus,
  EnsureOptions,
  SliceObserver,
} from '../api/connection.ts'
import type { ConnectionClient } from '../api/connection-client.ts'
import type { InformerDefinitions, ResourceName } from '../api/definition.ts'
import type { KindReference, KindSchema } from '../api/kind-schema.ts'
import type {
  Mutation,
  MutationOf,
  MutationResponse,
  MutationTarget,
  WaitCondition,
} from '../api/mutation.ts'
import type { RowOf, ShownOf } from '../api/names.ts'
import type { PermittedNamespacesObserver, PermittedNamespacesRequest } from '../api/permitted-namespaces.ts'
import type { RelatedObject, RelatedObserver, RelatedOptions, RelatedRoot } from '../api/related.ts'
import type { HydratedSlice, SliceSnapshot } from '../api/slice-snapshot.ts'
import type { SliceForm, SliceState, Subscription } from '../api/subscription.ts'
import type { HostTransport } from '../transports/host-transport.ts'
import type { ContentMessage } from '../wire/protocol.ts'
import { AccessObservers } from './access-observers.ts'
import { callingClient } from './calling-client.ts'
import { Calls } from './calls.ts'
import { ensure } from './ensure.ts'
import { helloOf } from './hello.ts'
import { HostSession, type PostToHost } from './host-session.ts'
import { type ResolvedIdentity, resolveIdentity } from './identity.ts'
import { mutate } from './mutations.ts'
import { ObservedDiscovery } from './observed-discovery.ts'
import { ObservedNamespaces } from './observed-namespaces.ts'
import { type Platform, platformOf } from './platform.ts'
import { relatedRequest } from './related-request.ts'
import { INITIAL_STATE } from './replica.ts'
import { SignOut } from './sign-out.ts'
import { Slices } from './slices.ts'
import { CLOSED, initialStatus, type StatusChange, StatusStore } from './status-store.ts'

export interface PageConnectionOptions<TDefinitions extends InformerDefinitions> {
  readonly definitions: TDefinitions
  /** The connection opens and closes it. */
  readonly transport: HostTransport
  /** Why this transport was chosen, for the status. */
  readonly reason: string
  readonly options: ConnectionOptions
}

/**
 * The page's side of a connection, over any transport. When a host is replaced, slices keep what they show until the
 * rows of the next host arrive, and calls wait for it.
 */
export class PageConnection<TDefinitions extends InformerDefinitions> implements Connection<TDefinitions> {
  readonly definitions: TDefinitions
  readonly client: ConnectionClient<TDefinitions>
  readonly discovery: ObservedDiscovery
  readonly #status: StatusStore
  readonly #slices: Slices
  readonly #calls = new Calls()
  readonly #access: AccessObservers
  readonly #namespaces: ObservedNamespaces
  readonly #signOut: SignOut
  readonly #session: HostSession
  readonly #platform: Platform
  /** Whether hello was sent to a host before: another hello goes to its replacement. */
  #hadHost = false
  #identityFailure: string | undefined
  /** What the browser has granted to this page. The host may not have the information yet. */
  #persisted: { readonly persisted?: boolean } = {}

  constructor({ definitions, transport, reason, options }: PageConnectionOptions<TDefinitions>) {
    const platform = platformOf(options)
    const hello = helloOf(definitions, options)
    const identity = resolveIdentity(options.identity)
    this.definitions = definitions
    // The definition adds types only.
    this.client = callingClient(this.#calls) as unknown as ConnectionClient<TDefinitions>
    this.#access = new AccessObservers(this.#calls, platform.clock)
    this.discovery = new ObservedDiscovery(this.#calls, platform.clock)
    this.#namespaces = new ObservedNamespaces(this.#calls, platform.clock)
    this.#platform = platform
    this.#slices = new Slices({
      ...platform,
      graceMs: options.graceMs ?? 1000,
      onChange: () => this.#status.change(),
    })
    this.#status = new StatusStore(
      initialStatus(transport.kind, reason, Boolean(options.identity)),
      () => this.#slices.freshness,
    )
    this.#signOut = new SignOut({
      open: platform.openBroadcast,
      onStart: () => this.#empty(),
      onDone: error => this.#end({ state: 'signedOut', error }, SIGNED_OUT),
    })
    this.#session = new HostSession({
      ...platform,
      transport,
      getToken: options.getToken,
      namespaces: options.namespaces,
      hello: identity
        .then(resolved => this.#introduce(hello.baseUrl, resolved))
        .then(owner => ({ ...hello, ...owner })),
      listener: {
        onHello: post => this.#onHello(post),
        onWelcome: post => this.#onWelcome(post),
        onLost: error => this.#onLost(error),
        onEnd: error => this.#onEnd(error),
        onRole: role => this.#status.change({ role }),
        onHost: (host, why) => this.#status.change({ host, reason: why }),
        onMessage: message => this.#receive(message),
        onNetwork: () => this.#slices.recheck(),
      },
    })
  }

  get status(): ConnectionStatus {
    return this.#status.current
  }

  subscribeStatus(listener: (status: ConnectionStatus) => void): () => void {
    return this.#status.subscribe(listener)
  }

  observe<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    const TForm extends SliceForm = undefined,
  >(
    subscription: Subscription<TDefinitions, TResource, TForm>,
    hydrated?: HydratedSlice<ShownOf<TDefinitions, TResource, TForm>>,
  ): SliceObserver<ShownOf<TDefinitions, TResource, TForm>> {
    return this.#slices.observe(subscription as Subscription, hydrated as never) as never
  }

  subscribe<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    const TForm extends SliceForm = undefined,
  >(
    subscription: Subscription<TDefinitions, TResource, TForm>,
    listener: (state: SliceState<ShownOf<TDefinitions, TResource, TForm>>) => void,
  ): () => void {
    const slice = this.observe(subscription)
    let reported: SliceState<ShownOf<TDefinitions, TResource, TForm>> = INITIAL_STATE
    let live = true
    const report = () => {
      const state = slice.getState()
      if (!live || state === reported) return
      reported = state
      listener(state)
    }
    const unsubscribe = slice.subscribe(report)
    // The present state is reported too, but never inside this call.
    queueMicrotask(report)
    return () => {
      live = false
      unsubscribe()
    }
  }

  ensure<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    const TForm extends SliceForm = undefined,
  >(
    subscription: Subscription<TDefinitions, TResource, TForm>,
    options: EnsureOptions = {},
  ): Promise<SliceState<ShownOf<TDefinitions, TResource, TForm>>> {
    const slice = this.#slices.observe(subscription as Subscription)
    return ensure(slice, options, this.#platform.clock, this.#status) as Promise<never>
  }

  observeRelated(
    root: RelatedRoot<TDefinitions>,
    options: RelatedOptions<TDefinitions> = {},
  ): RelatedObserver<RelatedObject<TDefinitions>> {
    const related = relatedRequest(root as RelatedRoot, options as RelatedOptions)
    return this.#slices.observeRelated(related) as unknown as RelatedObserver<RelatedObject<TDefinitions>>
  }

  access<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    request: AccessRequest<TDefinitions, TResource>,
  ): AccessObserver {
    return this.#access.observe(request)
  }

  permittedNamespaces<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    request: PermittedNamespacesRequest<TDefinitions, TResource> = {},
  ): PermittedNamespacesObserver {
    return this.#namespaces.observe(request)
  }

  mutate<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    const TMutation extends MutationOf<RowOf<TDefinitions, TResource>>,
  >(
    mutation: MutationTarget<TResource> & TMutation,
  ): Mutation<RowOf<TDefinitions, TResource>, MutationResponse<RowOf<TDefinitions, TResource>, TMutation>> {
    return mutate(this.#calls, mutation as never) as never
  }

  waitFor<TResource extends ResourceName<TDefinitions> | ResourceDefinition>(
    resource: TResource,
    object: ObjectName,
    condition: WaitCondition,
    { signal }: CallOptions = {},
  ): Promise<RowOf<TDefinitions, TResource> | undefined> {
    return this.#calls.ask(
      { verb: 'waitFor', resource, object: objectNameParts(object), condition },
      signal,
    ) as never
  }

  snapshot<
    TResource extends ResourceName<TDefinitions> | ResourceDefinition,
    const TForm extends SliceForm = undefined,
  >(
    subscription: Subscription<TDefinitions, TResource, TForm>,
    { signal }: CallOptions = {},
  ): Promise<SliceSnapshot> {
    return this.#calls.ask({ verb: 'snapshot', subscription: subscription as Subscription }, signal) as never
  }

  schema({ group, version, kind }: KindReference, { signal }: CallOptions = {}): Promise<KindSchema> {
    return this.#calls.ask({ verb: 'schema', kind: { group, version, kind } }, signal) as never
  }

  signOut(): Promise<void> {
    const { state } = this.status
    if (state === 'closed') return Promise.reject(new ConnectionError(CLOSED))
    return state === 'signedOut' ? Promise.resolve() : this.#signOut.start()
  }

  reconnect(): void {
    this.#session.wake()
  }

  async persistStorage(): Promise<boolean> {
    // Rejects where the origin has no storage at all: then it is not granted either.
    const persisted = (await this.#platform.storage?.persist().catch(() => false)) ?? false
    if (persisted) {
      this.#persisted = { persisted }
      this.#onStorage(this.status.storage)
    }
    return persisted
  }

  close(): void {
    if (this.status.state !== 'closed') this.#end({ state: 'closed', error: undefined }, CLOSED)
  }

  /** Applies the resolved identity: it can be signed out; or its failure is the reason why nothing is persisted. */
  #introduce(server: string, { identity, failure }: ResolvedIdentity): { readonly identity?: string } {
    const { state, reason } = this.status
    if (state === 'closed') return {}
    if (identity !== undefined) {
      this.#signOut.introduce({ server, identity })
      return { identity }
    }
    if (failure !== undefined) {
      this.#identityFailure = failure
      this.#status.change({ reason: `${reason}; ${failure}`, storage: { state: 'off', reason: failure } })
    }
    return {}
  }

  #onHello(post: PostToHost): void {
    if (this.#hadHost) this.#status.change({ restarts: this.status.restarts + 1 })
    this.#hadHost = true
    this.#slices.connect(post)
  }

  #onWelcome(post: PostToHost): void {
    this.#calls.connect(post)
    this.#signOut.connect(post)
    this.#status.change({ state: 'ready', error: undefined })
  }

  #onLost(error: string): void {
    this.#slices.disconnect()
    this.#calls.disconnect(error)
    this.#signOut.disconnect()
    this.#status.change({ state: 'connecting', error })
  }

  #onEnd(error: string): void {
    this.#status.change({ state: 'failed', error })
    this.#slices.fail(error)
    this.#access.end()
    this.discovery.end(error)
    this.#namespaces.end(error)
    this.#calls.end(error)
    this.#signOut.fail(error)
  }

  #receive(message: ContentMessage): void {
    switch (message.type) {
      case 'batch':
        this.#slices.receive(message)
        break
      case 'result':
        this.#calls.settle(message)
        break
      case 'accepted':
        this.#calls.accept(message)
        break
      case 'storage':
        this.#onStorage(message.status)
        break
      case 'signedOut':
        this.#signOut.finish(message.failure)
        break
      default:
        message satisfies never
    }
  }

  /** The host only has the information that there is no identity. The page has the reason. */
  #onStorage(status: ConnectionStatus['storage']): void {
    const reason = status.state === 'off' && this.#identityFailure
    const storage = { ...status, ...(reason && { reason }), ...this.#persisted }
    this.#status.change({ storage: Object.freeze(storage) })
  }

  #empty(): void {
    this.#slices.empty(SIGNED_OUT)
    this.#access.end()
    this.discovery.end()
    this.#namespaces.end()
    this.#calls.end(SIGNED_OUT)
  }

  #end(status: StatusChange, reason: string): void {
    this.#slices.close()
    this.#access.end()
    this.discovery.end()
    this.#namespaces.end()
    this.#calls.end(reason)
    this.#signOut.close(reason)
    this.#session.close()
    this.#status.change(status)
  }
}

const SIGNED_OUT = 'signed out: connect again to see data'
