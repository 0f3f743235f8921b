import { type HandlerRegistration, SharedIndexInformer } from '@kube-informer/core'
import { onTestFinished, vi } from 'vitest'

/** Counts the event handlers of all informers of the test that were not removed. */
export function countHandlers(): { readonly open: number; readonly added: number } {
  const open = new Set<HandlerRegistration>()
  let added = 0
  const original = SharedIndexInformer.prototype.addEventHandler
  const spy = vi.spyOn(SharedIndexInformer.prototype, 'addEventHandler').mockImplementation(function (
    this: SharedIndexInformer<unknown>,
    ...values
  ) {
    const registration = original.apply(this, values)
    open.add(registration)
    added++
    const remove = registration.remove.bind(registration)
    registration.remove = () => {
      open.delete(registration)
      remove()
    }
    return registration
  })
  onTestFinished(() => spy.mockRestore())
  return {
    get open() {
      return open.size
    },
    get added() {
      return added
    },
  }
}

/** The largest number of listeners that an AbortSignal has: a signal that collects listeners lives long. */
export function countAbortListeners(): { readonly most: number } {
  const listeners = new Map<AbortSignal, Set<unknown>>()
  const add = AbortSignal.prototype.addEventListener
  const remove = AbortSignal.prototype.removeEventListener
  const spies = [
    vi.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(function (
      this: AbortSignal,
      ...values: unknown[]
    ) {
      if (!this.aborted) listeners.set(this, (listeners.get(this) ?? new Set()).add(values[1]))
      Reflect.apply(add, this, values)
    }),
    vi.spyOn(AbortSignal.prototype, 'removeEventListener').mockImplementation(function (
      this: AbortSignal,
      ...values: unknown[]
    ) {
      listeners.get(this)?.delete(values[1])
      Reflect.apply(remove, this, values)
    }),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return {
    get most() {
      return Math.max(0, ...[...listeners].map(([signal, each]) => (signal.aborted ? 0 : each.size)))
    },
  }
}
