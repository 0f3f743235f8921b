import { seededRandom } from '@kube-informer/testing'
import { connectInline } from '@kube-informer/worker/inline'
import { informers } from './page-informers.ts'
import type { ViewerPlan } from './plan.ts'
import { Screen } from './screen.ts'
import type { Surroundings } from './subject.ts'

/** A page that looks at some slices of one scope, host and page in one thread, and what must be on its screen. */
export class Viewer {
  readonly #screen: Screen
  readonly #close: () => void

  constructor(plan: ViewerPlan, { fetch, clock, truth }: Surroundings, seed: number) {
    const connection = connectInline(informers, {
      ...{ baseUrl: 'http://fake', fetch, clock, random: seededRandom(seed) },
    })
    this.#close = () => connection.close()
    this.#screen = new Screen(connection, plan, truth)
  }

  /** See {@link Screen.check}. */
  check(): void {
    this.#screen.check()
  }

  checkRecovered(): void {
    this.#screen.checkRecovered()
  }

  stop(): void {
    this.#close()
  }
}
