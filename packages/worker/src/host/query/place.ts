import { UsageError } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'

/** Throws the UsageError of a mistake in a subscription: the place is its path, as in `filter.where.and[1].path`. */
export function mistake(place: string, reason: string): never {
  throw new UsageError(`${place}: ${reason}`)
}

/** Adds the place to what an action throws. */
export function atPlace<T>(place: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    return mistake(place, errorMessage(error))
  }
}

/** Members of plain data. */
export type Members = Readonly<Record<string, unknown>>

/** Whether a value is an object of JSON. */
export function isPlainObject(value: unknown): value is Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  // Object.prototype, also that of another realm.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
