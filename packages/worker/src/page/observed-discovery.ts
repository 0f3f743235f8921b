import type { CallOptions, Clock } from '@kube-informer/core'
import type { DiscoveredGroup } from '@kube-informer/core/discovery'
import type { DiscoveryState, DiscoveryStore } from '../api/discovery.ts'
import type { WireDiscovery } from '../wire/calls.ts'
import { fromWireError } from '../wire/wire-error.ts'
import type { Calls } from './calls.ts'
import { Followed } from './followed.ts'
import { keepItems } from './same-members.ts'

/** The state before the host has reported any. */
export const INITIAL_STATE: DiscoveryState = Object.freeze({
  resources: Object.freeze([]),
  groups: Object.freeze([]),
  data: 'none',
  error: undefined,
  failures: Object.freeze({}),
})

/** The discovery of a connection. */
export class ObservedDiscovery extends Followed<DiscoveryState, WireDiscovery> implements DiscoveryStore {
  readonly #calls: Calls

  constructor(calls: Calls, clock: Clock) {
    const next = nextState()
    super({
      clock,
      initial: INITIAL_STATE,
      ask: (known, signal) => calls.ask({ verb: 'discovery', known }, signal),
      next,
    })
    this.#calls = calls
  }

  readonly refresh = async ({ signal }: CallOptions = {}): Promise<DiscoveryState> => {
    this.receive((await this.#calls.ask({ verb: 'discovery', refresh: true }, signal)) as WireDiscovery)
    return this.getState()
  }
}

/** Reads answers. A group that did not change keeps its reference. */
function nextState(): (answer: WireDiscovery, shown: DiscoveryState) => DiscoveryState {
  /** By their texts. */
  let known = new Map<string, DiscoveredGroup>()
  const read = (texts: readonly string[], shown: DiscoveryState) => {
    const freeze = (_: string, value: unknown) => Object.freeze(value)
    known = new Map(texts.map(text => [text, known.get(text) ?? JSON.parse(text, freeze)]))
    const groups = keepItems([...known.values()], shown.groups)
    const resources = groups.flatMap(({ versions }) => versions.flatMap(version => version.resources))
    return { groups, resources: keepItems(resources, shown.resources) }
  }
  return ({ data, groups, error, failures }, shown) => {
    // The host may start with what it knew before.
    const isOlder = data !== 'complete' && shown.data !== 'none'
    const errors = Object.entries(failures).map(([name, failure]) => [name, fromWireError(failure)])
    return {
      ...(isOlder ? shown : { data, ...read(groups, shown) }),
      error: error && fromWireError(error),
      failures: Object.freeze(Object.fromEntries(errors)),
    }
  }
}
