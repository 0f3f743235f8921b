import { type CallOptions, ConnectionError } from '@kube-informer/core'
import type { DiscoveredGroup } from '@kube-informer/core/discovery'
import { ListenerSet } from '@kube-informer/core/internal'
import type { DiscoveryState, DiscoveryStore } from '../api/discovery.ts'
import type { CallVerb, WireDiscovery } from '../wire/protocol.ts'
import { fromWireError } from '../wire/wire-error.ts'
import type { Calls } from './calls.ts'

/** The state before the host has reported any. */
export const INITIAL_STATE: DiscoveryState = Object.freeze({
  resources: Object.freeze([]),
  groups: Object.freeze([]),
  data: 'none',
  error: undefined,
  failures: Object.freeze({}),
})

/**
 * The discovery of a connection. While it has subscribers, a call is in flight that the host answers when the state is
 * another one than the page has; a new host continues it.
 */
export class ObservedDiscovery implements DiscoveryStore {
  readonly #calls: Calls
  readonly #listeners = new ListenerSet()
  #state = INITIAL_STATE
  /** The id of the state that the host sent last. */
  #known: string | undefined
  /** By their texts, so that a group that did not change keeps its reference. */
  #groups = new Map<string, DiscoveredGroup>()
  #following = new AbortController()
  #isOver = false

  constructor(calls: Calls) {
    this.#calls = calls
  }

  readonly getState = (): DiscoveryState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#listeners.add(listener)
    if (this.#listeners.size === 1) void this.#follow()
    return () => {
      unsubscribe()
      if (this.#listeners.size === 0) this.#following.abort()
    }
  }

  readonly refresh = async ({ signal }: CallOptions = {}): Promise<DiscoveryState> => {
    await this.#ask({ refresh: true }, signal)
    return this.#state
  }

  /** The connection has ended. With an error it shows what it knows, otherwise nothing. */
  end(error?: string): void {
    this.#isOver = true
    this.#show(error === undefined ? INITIAL_STATE : { ...this.#state, error: new ConnectionError(error) })
  }

  async #follow(): Promise<void> {
    this.#following = new AbortController()
    const { signal } = this.#following
    try {
      while (!signal.aborted) await this.#ask({ known: this.#known }, signal)
    } catch (cause) {
      const error = cause as Error
      if (!signal.aborted && !this.#isOver) this.#show({ ...this.#state, error })
    }
  }

  async #ask(
    question: Omit<Extract<CallVerb, { readonly verb: 'discovery' }>, 'verb'>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    try {
      this.#receive((await this.#calls.run('', { verb: 'discovery', ...question }, signal)) as WireDiscovery)
    } catch (error) {
      // The host has ended: the next one answers.
      if (!(error instanceof ConnectionError) || this.#isOver) throw error
      await this.#ask(question, signal)
    }
  }

  #receive({ id, data, groups: texts, error, failures }: WireDiscovery): void {
    if (id === this.#known) return
    this.#known = id
    const shown = this.#state
    // A new host may have an older state, from disk.
    const isNewer = data === 'complete' || shown.data === 'none'
    this.#show({
      ...(isNewer ? this.#read(texts, data) : shown),
      error: error && fromWireError(error),
      failures: Object.freeze(
        Object.fromEntries(Object.entries(failures).map(([name, failure]) => [name, fromWireError(failure)])),
      ),
    })
  }

  #read(texts: readonly string[], data: DiscoveryState['data']): Omit<DiscoveryState, 'error' | 'failures'> {
    const known = this.#groups
    const freeze = (_: string, value: unknown) => Object.freeze(value)
    this.#groups = new Map(texts.map(text => [text, known.get(text) ?? JSON.parse(text, freeze)]))
    const groups = Object.freeze([...this.#groups.values()])
    const resources = groups.flatMap(({ versions }) => versions.flatMap(version => version.resources))
    return { groups, resources: Object.freeze(resources), data }
  }

  #show(state: DiscoveryState): void {
    this.#state = Object.freeze(state)
    this.#listeners.emit()
  }
}
