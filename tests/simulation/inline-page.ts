import { seededRandom } from '@kube-informer/testing'
import type { Connection } from '@kube-informer/worker'
import { connectInline } from '@kube-informer/worker/inline'
import { HostAnswers } from './host-answers.ts'
import { PageAccess, type PageEnvironment } from './page-access.ts'
import { informers } from './page-informers.ts'
import type { WritingPage } from './page-writes.ts'
import type { PagePlan } from './plan.ts'
import { NAMESPACES } from './rights.ts'
import { Screen } from './screen.ts'

/** The token of its user. */
const IDENTITY = 'inline'

/** A page whose host runs in the same thread, and the checks of its screen. */
export class InlinePage {
  readonly writer: WritingPage
  readonly #screen: Screen
  readonly #connection: Connection

  constructor(plan: PagePlan, { fetch, clock, log, access, writes }: PageEnvironment, seed: number) {
    const answers = new HostAnswers(clock)
    const now = () => clock.now()
    this.#connection = connectInline(informers, {
      baseUrl: 'http://fake',
      getToken: () => IDENTITY,
      namespaces: access.namespaces === 'given' ? NAMESPACES : undefined,
      fetch: answers.recording(fetch),
      clock,
      random: seededRandom(seed),
    })
    const pageAccess = new PageAccess({
      ...access,
      identity: IDENTITY,
      now,
      current: () => answers,
      all: () => [answers],
    })
    const connection = this.#connection
    const screen = new Screen({ connection, plan, log, access: pageAccess, writes: writes.of(IDENTITY), now })
    this.#screen = screen
    this.writer = { identity: IDENTITY, connection, isAlive: () => true, rows: () => screen.rows }
  }

  /** See {@link Screen.check}. */
  check(): void {
    this.#screen.check()
  }

  checkRecovered(resourceVersion: string): void {
    this.#screen.checkRecovered(resourceVersion)
  }

  reconnect(): void {
    this.#connection.reconnect()
  }

  stop(): void {
    this.#connection.close()
  }
}
