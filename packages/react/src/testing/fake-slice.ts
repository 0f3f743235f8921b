import { freshnessOf, type InformerStatus, type KubernetesObject } from '@kube-informer/core'
import type { EnsureOptions, SliceState } from '@kube-informer/worker'
import { INITIAL_SLICE_STATE } from '@kube-informer/worker/internal'
import { equalData } from '../equal.ts'
import { FakeObserver } from './fake-observer.ts'

type State = SliceState<KubernetesObject>

/** The status of rows that a test sets without one. */
const LIVE: InformerStatus = Object.freeze({ ...INITIAL_SLICE_STATE.status, data: 'complete', link: 'live' })

/** A slice whose state a test sets. */
export class FakeSlice extends FakeObserver<State> {
  constructor() {
    super({ ...INITIAL_SLICE_STATE })
  }

  /** Rows without a total and a status are all rows, and live. */
  push(change: Partial<State>): void {
    const { data } = change
    const before = this.getState()
    const implied = data && {
      total: data.length,
      status: before.status.data === 'none' ? LIVE : before.status,
    }
    const next = { ...before, ...implied, ...change }
    const freshness = freshnessOf(next.status)
    this.set({ ...next, freshness: equalData(freshness, before.freshness) ? before.freshness : freshness })
  }

  /** As `connection.ensure`. */
  ensure({ signal, ignore }: EnsureOptions = {}): Promise<State> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        const state = this.getState()
        const { data, error } = state.status
        if (data !== 'none') resolve(state)
        else if (error && error !== ignore) reject(error)
        else if (signal?.aborted) reject(signal.reason)
        else return
        unsubscribe()
        signal?.removeEventListener('abort', check)
      }
      const unsubscribe = this.subscribe(check)
      signal?.addEventListener('abort', check)
      check()
    })
  }
}
