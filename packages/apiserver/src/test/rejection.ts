import { type Status, StatusError } from '@kube-informer/core'

/** The Status that an action throws. */
export function rejectionOf(act: () => unknown): Status {
  try {
    act()
  } catch (error) {
    if (error instanceof StatusError) return error.status
    throw error
  }
  throw new Error('was not rejected')
}
