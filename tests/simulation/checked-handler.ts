import {
  type Clock,
  DeletedFinalStateUnknown,
  metaNamespaceKey,
  type ObjectAccess,
  type Random,
  type ResourceEventHandler,
  sleep,
} from '@kube-informer/core'
import type { HandlerBehavior } from './action.ts'
import { ensure, Violation } from './violation.ts'

/** A handler that checks each notification, and then behaves as its plan says. */
export class CheckedHandler<T> implements ResourceEventHandler<T> {
  readonly behavior: HandlerBehavior
  readonly objects = new Map<string, T>()
  /** The first violation. It is not thrown, because the informer has to survive what a handler throws. */
  violation: Violation | undefined
  /** Called with the first violation. */
  onViolation: (violation: Violation) => void = () => {}
  /** Set when the handler was removed; it must not be called after that. */
  removed = false
  #running = false
  readonly #access: ObjectAccess<T>
  readonly #clock: Clock
  readonly #random: Random

  constructor(behavior: HandlerBehavior, access: ObjectAccess<T>, clock: Clock, random: Random) {
    this.behavior = behavior
    this.#access = access
    this.#clock = clock
    this.#random = random
  }

  readonly onAdd = (object: T): void | Promise<void> => {
    const key = metaNamespaceKey(object, this.#access)
    this.#expect(!this.objects.has(key), () => `add of ${key}, which it already has`)
    this.objects.set(key, object)
    return this.#behave()
  }

  readonly onUpdate = (before: T, after: T): void | Promise<void> => {
    const key = metaNamespaceKey(after, this.#access)
    this.#expect(
      this.objects.get(key) === before,
      () => `update of ${key} whose old object is not the last one`,
    )
    this.objects.set(key, after)
    return this.#behave()
  }

  readonly onDelete = (object: T | DeletedFinalStateUnknown<T>): void | Promise<void> => {
    const key =
      object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object, this.#access)
    this.#expect(this.objects.delete(key), () => `delete of ${key}, which it does not have`)
    return this.#behave()
  }

  #expect(condition: boolean, message: () => string): void {
    try {
      ensure(condition, () => `invariant 2 (a handler receives a consistent sequence): ${message()}`)
      ensure(
        !this.removed,
        () => 'invariant 5 (no activity after stop): a handler was called after its removal',
      )
      ensure(!this.#running, () => 'invariant 2: a handler was called before its previous call had finished')
    } catch (error) {
      if (!(error instanceof Violation) || this.violation) return
      this.violation = error
      this.onViolation(error)
    }
  }

  #behave(): void | Promise<void> {
    const fails = this.#random() < 0.2
    if (this.behavior === 'throwing' && fails) throw new Error('a handler that throws')
    if (this.behavior === 'prompt' || this.behavior === 'throwing') return undefined
    return this.#work(this.behavior === 'rejecting' && fails)
  }

  async #work(fails: boolean): Promise<void> {
    this.#running = true
    await (this.behavior === 'stuck'
      ? new Promise(() => {})
      : sleep(this.#clock, Math.floor(this.#random() * 60)))
    this.#running = false
    if (fails) throw new Error('a handler that rejects')
  }
}
