import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import type { InformerRegistry } from '../informers/informer-registry.ts'
import type { ViewPlan } from '../views/planned-view.ts'
import type { Widening } from './widening.ts'
import type { PartSlice } from './wider-informer.ts'

export interface YieldingPlanOptions {
  readonly informers: InformerRegistry
  readonly widening: Widening
  readonly part: PartSlice
}

/** A slice of a part of a resource. It is served from its own informer until a wider one has data. */
export class YieldingPlan implements ViewPlan {
  readonly takesOver = false
  readonly #options: YieldingPlanOptions
  #version = 0

  constructor(options: YieldingPlanOptions) {
    this.#options = options
  }

  get version(): number {
    return this.#version
  }

  open(user: ViewUser): HeldView {
    const { informers, part } = this.#options
    return informers.openWider(part, user)
  }

  /** There is no other way. */
  forbidden(): void {}

  subscribe(listener: () => void): () => void {
    const { informers, widening, part } = this.#options
    const unsubscribe = informers.subscribeUsable(part.definition, () => {
      if (!informers.hasWider(part)) return
      this.#version++
      listener()
    })
    const leave = widening.add(part)
    return () => {
      unsubscribe()
      leave()
    }
  }
}
