import type { TimerHandle } from '@kube-informer/core'
import { pods } from '../object/resources.ts'
import { knownMetadata } from '../storage/stored-object.ts'
import { type ControllerOptions, deleteNow } from './controller-options.ts'

/** Completes the deletion of Pods as a kubelet does after the containers stopped. */
export class PodController {
  readonly #options: ControllerOptions
  readonly #stopMs: number
  /** When the Pods that are being stopped are deleted, by their uids. */
  #stops = new Map<string, number>()
  #timer: TimerHandle | undefined

  /** @param stopMs how long the containers take to stop, at most the grace period */
  constructor(options: ControllerOptions, stopMs: number = 0) {
    this.#options = options
    this.#stopMs = stopMs
  }

  /** Processes all Pods. */
  run(): void {
    const { kinds, storage, clock } = this.#options
    const kind = kinds.of(pods)
    if (!kind) return
    const collection = storage.collection(pods)
    const now = clock.now()
    const stops = new Map<string, number>()
    for (const key of [...collection.keys]) {
      const stored = collection.get(key)
      const { namespace = '', name = '', uid = '', ...metadata } = stored ? knownMetadata(stored) : {}
      // With a grace period of 0 the Pod was stopped before, and waits for its finalizers.
      const grace = metadata.deletionTimestamp === undefined ? 0 : (metadata.deletionGracePeriodSeconds ?? 0)
      if (grace === 0) continue
      // A second deletion may have shortened the grace period.
      const at = Math.min(this.#stops.get(uid) ?? Number.POSITIVE_INFINITY, now + this.#stopDelay(grace))
      if (at > now) stops.set(uid, at)
      else deleteNow(this.#options, kind, { namespace, name })
    }
    this.#stops = stops
    this.#plan(now)
  }

  #stopDelay(graceSeconds: number): number {
    return Math.min(this.#stopMs, graceSeconds * 1000)
  }

  /** Runs again when the next Pod has stopped. */
  #plan(now: number): void {
    const { clock } = this.#options
    clock.clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#stops.size === 0) return
    const next = Math.min(...this.#stops.values())
    this.#timer = clock.setTimeout(() => this.run(), next - now)
  }
}
