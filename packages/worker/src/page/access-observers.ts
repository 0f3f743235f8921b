import type { Clock } from '@kube-informer/core'
import type { AccessDecision, AccessRequest } from '../api/access.ts'
import type { Calls } from './calls.ts'
import { ObservedAccess } from './observed-access.ts'

/** The number of observers from which on those without subscribers are forgotten. */
const CAPACITY = 1_000

/** The questions of a page about access. Equal questions share an observer. */
export class AccessObservers {
  readonly #calls: Calls
  readonly #clock: Clock
  readonly #observers = new Map<string, ObservedAccess>()
  #isOver = false

  constructor(calls: Calls, clock: Clock) {
    this.#calls = calls
    this.#clock = clock
  }

  observe({ resource, verb: action, namespace, name, subresource }: AccessRequest): ObservedAccess {
    const at = { namespace, name, subresource }
    const key = JSON.stringify([resource, action, at])
    const known = this.#observers.get(key)
    if (known) return known
    const ask = () => this.#calls.ask({ verb: 'access', resource, action, at }) as Promise<AccessDecision>
    const observer = new ObservedAccess(this.#clock, ask)
    if (this.#observers.size >= CAPACITY) this.#forget()
    if (this.#isOver) observer.end()
    this.#observers.set(key, observer)
    return observer
  }

  /** The connection has ended. */
  end(): void {
    this.#isOver = true
    for (const observer of this.#observers.values()) observer.end()
  }

  #forget(): void {
    for (const [key, { isWanted }] of this.#observers) if (!isWanted) this.#observers.delete(key)
  }
}
