import type { Pod } from '@kube-informer/testing'
import type { AccessRequest, AccessState } from '../../api/access.ts'
import type { Connection, ConnectionStatus } from '../../api/connection.ts'
import type { SliceState, Subscription } from '../../api/subscription.ts'

/** Resolves when the state of a slice matches. */
export function reaches(
  connection: Connection,
  subscription: Subscription,
  done: (state: SliceState<Pod>) => boolean,
): Promise<SliceState<Pod>> {
  return new Promise(resolve => {
    const stop = connection.subscribe(subscription, shown => {
      const state = shown as SliceState<Pod>
      if (!done(state)) return
      stop()
      resolve(state)
    })
  })
}

/** Resolves with the answer to a question about access. */
export function decided(connection: Connection, request: AccessRequest): Promise<AccessState> {
  const access = connection.access(request)
  return new Promise(resolve => {
    const stop = access.subscribe(() => {
      stop()
      resolve(access.getState())
    })
  })
}

/** Resolves when the status of the connection matches. */
export function becomes(
  connection: Connection,
  done: (status: ConnectionStatus) => boolean,
): Promise<ConnectionStatus> {
  return new Promise(resolve => {
    const check = (status: ConnectionStatus) => {
      if (!done(status)) return
      stop()
      resolve(status)
    }
    const stop = connection.subscribeStatus(check)
    check(connection.status)
  })
}

/** A promise that the test awaits later. If the test fails before, the rejection is not reported as one more error. */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
