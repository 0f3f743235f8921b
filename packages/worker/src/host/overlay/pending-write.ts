import type { KubernetesObject } from '@kube-informer/core'
import { type Resolvers, withResolvers } from '@kube-informer/core/internal'
import type { KnownState } from './known-state.ts'
import type { OptimisticEffect } from './optimistic-effect.ts'

/** What a write contributes to the rows: its effect, and from the server's response on the state that it reports. */
export interface WriteStep {
  readonly effect: OptimisticEffect | undefined
  readonly known: KnownState | undefined
}

/** A write of one object, until every informer has its result. */
export class PendingWrite<TReader = unknown> {
  readonly key: string
  /** The informers that have its result. */
  readonly reached: Set<TReader> = new Set()
  readonly #settled: Resolvers<KubernetesObject | undefined> = withResolvers()
  #step: WriteStep

  constructor(key: string, effect: OptimisticEffect | undefined) {
    this.key = key
    this.#step = { effect, known: undefined }
  }

  /** Another object after each change. */
  get step(): WriteStep {
    return this.#step
  }

  /** Resolves with the object that the watch has shown; undefined where it is gone. */
  get settled(): Promise<KubernetesObject | undefined> {
    return this.#settled.promise
  }

  /** The server has reported the result. */
  know(known: KnownState): void {
    this.#step = { ...this.#step, known }
  }

  settle(object: KubernetesObject | undefined): void {
    this.#settled.resolve(object)
  }
}
