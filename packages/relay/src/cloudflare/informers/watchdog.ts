import type { Clock } from '@kube-informer/core'
import type { DurableStorage } from '../durable-object.ts'

/** The alarm of a Durable Object, which starts the object again after it was evicted. */
export class Watchdog {
  readonly #storage: DurableStorage
  readonly #clock: Clock
  readonly #periodMs: number
  #isStopped = false

  constructor(storage: DurableStorage, clock: Clock, periodMs: number) {
    this.#storage = storage
    this.#clock = clock
    this.#periodMs = periodMs
  }

  /** Sets the alarm, unless it is set. */
  async start(): Promise<void> {
    if ((await this.#storage.getAlarm()) === null) await this.renew()
  }

  /** Sets the next alarm. */
  async renew(): Promise<void> {
    if (!this.#isStopped) await this.#storage.setAlarm(this.#clock.now() + this.#periodMs)
  }

  /** Deletes the alarm, and sets no other. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#storage.deleteAlarm()
  }
}
