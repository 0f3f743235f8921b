import { UsageError } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'

/** Throws the UsageError of a mistake in a subscription: the location is its path, as in `filter.where.and[1].path`. */
export function mistake(location: string, reason: string): never {
  throw new UsageError(`${location}: ${reason}`)
}

/** Adds the location to what an action throws. */
export function atLocation<T>(location: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    return mistake(location, errorMessage(error))
  }
}
