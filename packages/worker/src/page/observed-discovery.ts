import { type CallOptions, type Clock, ConnectionError } from '@kube-informer/core'
import type { DiscoveredGroup } from '@kube-informer/core/discovery'
import { ListenerSet, Timer } from '@kube-informer/core/internal'
import type { DiscoveryState, DiscoveryStore } from '../api/discovery.ts'
import type { HostRequest, WireDiscovery } from '../wire/calls.ts'
import { fromWireError } from '../wire/wire-error.ts'
import type { Calls } from './calls.ts'
import { keepItems } from './same-members.ts'

/** The state before the host has reported any. */
export const INITIAL_STATE: DiscoveryState = Object.freeze({
  resources: Object.freeze([]),
  groups: Object.freeze([]),
  data: 'none',
  error: undefined,
  failures: Object.freeze({}),
})

/** How soon the host is asked again after it has rejected a call, for example because the page has too many in flight. */
const RETRY_MS = 1_000

type Question = Omit<Extract<HostRequest, { readonly verb: 'discovery' }>, 'verb'>

/**
 * The discovery of a connection. While it has subscribers, a call is in flight that the host answers once the state differs
 * from what the page has.
 */
export class ObservedDiscovery implements DiscoveryStore {
  readonly #calls: Calls
  readonly #retry: Timer
  readonly #listeners = new ListenerSet()
  #state = INITIAL_STATE
  /** The id of the state that the host sent last. */
  #known: string | undefined
  /** By their texts, so that a group that did not change keeps its reference. */
  #groups = new Map<string, DiscoveredGroup>()
  #following = new AbortController()
  #isOver = false

  constructor(calls: Calls, clock: Clock) {
    this.#calls = calls
    this.#retry = new Timer(clock)
  }

  readonly getState = (): DiscoveryState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#listeners.add(listener)
    if (this.#listeners.size === 1) void this.#follow()
    return () => {
      if (unsubscribe() && this.#listeners.size === 0) this.#unfollow()
    }
  }

  readonly refresh = async ({ signal }: CallOptions = {}): Promise<DiscoveryState> => {
    await this.#ask({ refresh: true }, signal)
    return this.#state
  }

  /** The connection has ended. With an error it keeps what it shows. */
  end(error?: string): void {
    this.#unfollow()
    this.#show(error ? { ...this.#state, error: new ConnectionError(error) } : INITIAL_STATE)
    this.#isOver = true
  }

  async #follow(): Promise<void> {
    this.#following = new AbortController()
    const { signal } = this.#following
    try {
      while (!signal.aborted) await this.#ask({ known: this.#known }, signal)
    } catch (error) {
      if (signal.aborted) return
      this.#show({ ...this.#state, error: error as Error })
      if (!this.#isOver) this.#retry.start(RETRY_MS, () => void this.#follow())
    }
  }

  #unfollow(): void {
    this.#retry.stop()
    this.#following.abort()
  }

  async #ask(question: Question, signal: AbortSignal | undefined): Promise<void> {
    const answer = await this.#calls.ask({ verb: 'discovery', ...question }, signal)
    const { id, data, groups, error, failures } = answer as WireDiscovery
    if (id === this.#known) return
    this.#known = id
    const shown = this.#state
    // The host may start with what it knew before.
    const isOlder = data !== 'complete' && shown.data !== 'none'
    const errors = Object.entries(failures).map(([name, failure]) => [name, fromWireError(failure)])
    this.#show({
      ...(isOlder ? shown : { data, ...this.#read(groups) }),
      error: error && fromWireError(error),
      failures: Object.freeze(Object.fromEntries(errors)),
    })
  }

  #read(texts: readonly string[]): Pick<DiscoveryState, 'groups' | 'resources'> {
    const known = this.#groups
    const freeze = (_: string, value: unknown) => Object.freeze(value)
    this.#groups = new Map(texts.map(text => [text, known.get(text) ?? JSON.parse(text, freeze)]))
    const groups = keepItems([...this.#groups.values()], this.#state.groups)
    const resources = groups.flatMap(({ versions }) => versions.flatMap(version => version.resources))
    return { groups, resources: keepItems(resources, this.#state.resources) }
  }

  #show(state: DiscoveryState): void {
    if (this.#isOver) return
    this.#state = Object.freeze(state)
    this.#listeners.emit()
  }
}
