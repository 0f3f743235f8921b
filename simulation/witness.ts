import {
  type Clock,
  DeletedFinalStateUnknown,
  metaNamespaceKey,
  type ObjectAccess,
  type Random,
  type ResourceEventHandler,
  sleep,
} from '@kube-informer/core'
import type { Temper } from './plan.ts'
import { ensure, Violation } from './violation.ts'

/** A handler of some temper that checks what it is told before it misbehaves. */
export class Witness<T> implements ResourceEventHandler<T> {
  readonly temper: Temper
  readonly held = new Map<string, T>()
  /** The first thing that was wrong. What a handler throws is the informer's to survive, so it is told later. */
  complaint: Violation | undefined
  /** Told of the first one, where nobody looks any more. */
  onComplaint: (complaint: Violation) => void = () => {}
  /** Set when it is to be told nothing any more. */
  gone = false
  #inside = false
  readonly #access: ObjectAccess<T>
  readonly #clock: Clock
  readonly #random: Random

  constructor(temper: Temper, access: ObjectAccess<T>, clock: Clock, random: Random) {
    this.temper = temper
    this.#access = access
    this.#clock = clock
    this.#random = random
  }

  readonly onAdd = (object: T): void | Promise<void> => {
    const key = metaNamespaceKey(object, this.#access)
    this.#expect(!this.held.has(key), () => `an add of ${key}, which it has`)
    this.held.set(key, object)
    return this.#behave()
  }

  readonly onUpdate = (before: T, after: T): void | Promise<void> => {
    const key = metaNamespaceKey(after, this.#access)
    this.#expect(this.held.get(key) === before, () => `an update of ${key} from another state than the last`)
    this.held.set(key, after)
    return this.#behave()
  }

  readonly onDelete = (object: T | DeletedFinalStateUnknown<T>): void | Promise<void> => {
    const key =
      object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object, this.#access)
    this.#expect(this.held.delete(key), () => `a deletion of ${key}, which it does not have`)
    return this.#behave()
  }

  #expect(right: boolean, otherwise: () => string): void {
    try {
      ensure(right, () => `invariant 2, a handler's history is legal: ${otherwise()}`)
      ensure(!this.gone, () => 'invariant 5, stop wins: a handler was called after its end')
      ensure(!this.#inside, () => 'invariant 2: a handler was called while it was still at work')
    } catch (error) {
      if (!(error instanceof Violation) || this.complaint) return
      this.complaint = error
      this.onComplaint(error)
    }
  }

  #behave(): void | Promise<void> {
    const fails = this.#random() < 0.2
    if (this.temper === 'throwing' && fails) throw new Error('a handler that throws')
    if (this.temper === 'prompt' || this.temper === 'throwing') return undefined
    return this.#work(this.temper === 'rejecting' && fails)
  }

  async #work(fails: boolean): Promise<void> {
    this.#inside = true
    await (this.temper === 'stuck'
      ? new Promise(() => {})
      : sleep(this.#clock, Math.floor(this.#random() * 60)))
    this.#inside = false
    if (fails) throw new Error('a handler that rejects')
  }
}
