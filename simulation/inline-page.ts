import { seededRandom } from '@kube-informer/testing'
import { connectInline } from '@kube-informer/worker/inline'
import { informers } from './page-informers.ts'
import type { PagePlan } from './plan.ts'
import { Screen } from './screen.ts'
import type { Environment } from './tested-informer.ts'

/** A page whose host runs in the same thread, and the checks of its screen. */
export class InlinePage {
  readonly #screen: Screen
  readonly #close: () => void

  constructor(plan: PagePlan, { fetch, clock, log }: Environment, seed: number) {
    const connection = connectInline(informers, {
      baseUrl: 'http://fake',
      fetch,
      clock,
      random: seededRandom(seed),
    })
    this.#close = () => connection.close()
    this.#screen = new Screen(connection, plan, log)
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
