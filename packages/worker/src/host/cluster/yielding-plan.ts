import type { HeldView, ViewUser } from './held-view.ts'
import type { ViewPlan } from './planned-view.ts'
import type { RunningInformers, WantedSlice } from './running-informers.ts'

/** A slice of a part of a resource. It is served from its own informer until a wider one has data. */
export class YieldingPlan implements ViewPlan {
  readonly #informers: RunningInformers
  readonly #wanted: WantedSlice
  #version = 0

  constructor(informers: RunningInformers, wanted: WantedSlice) {
    this.#informers = informers
    this.#wanted = wanted
  }

  get version(): number {
    return this.#version
  }

  open(user: ViewUser): HeldView {
    return this.#informers.openWider(this.#wanted, user)
  }

  /** There is no other way. */
  forbidden(): void {}

  subscribe(listener: () => void): () => void {
    return this.#informers.subscribeUsable(this.#wanted.definition, () => {
      if (!this.#informers.hasWider(this.#wanted)) return
      this.#version++
      listener()
    })
  }
}
