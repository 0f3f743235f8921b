import type { PageLifecycle, PageLifecycleChange } from '@kube-informer/core'
import { type Connection, connectInformers } from '@kube-informer/worker'
import type { Agent } from './agent.ts'
import type { Browser } from './browser.ts'
import { informers } from './page-informers.ts'
import type { TabPlan, TabsPlan, Told } from './plan.ts'
import { Screen } from './screen.ts'
import type { Truth } from './truth.ts'

/** One life of a page, from its load to its end. */
interface Visit {
  readonly agent: Agent
  readonly connection: Connection
  readonly screen: Screen
  readonly lifecycle: TabLifecycle
}

/** A tab of a browser: its page is loaded and closed, crashes, freezes and thaws. */
export class Tab {
  readonly identity: string
  readonly #host: TabsPlan['host']
  readonly #plan: TabPlan
  readonly #browser: Browser
  readonly #truth: Truth
  #visit: Visit | undefined

  constructor(plan: TabPlan, host: TabsPlan['host'], browser: Browser, truth: Truth) {
    this.identity = plan.identity
    this.#plan = plan
    this.#host = host
    this.#browser = browser
    this.#truth = truth
  }

  get connection(): Connection | undefined {
    return this.#visit?.connection
  }

  get screen(): Screen | undefined {
    return this.#visit?.screen
  }

  get isFrozen(): boolean {
    return this.#visit?.agent.isFrozen ?? false
  }

  get isSignedOut(): boolean {
    return this.connection?.status.state === 'signedOut'
  }

  /** Loads the page, anew where it is there. */
  open(): void {
    this.kill()
    const agent = this.#browser.agent()
    const lifecycle = new TabLifecycle()
    const connection: Connection = connectInformers(informers, {
      baseUrl: 'http://fake',
      identity: this.identity,
      getToken: () => this.identity,
      host: this.#host,
      worker: () => this.#browser.startWorker(agent),
      sharedWorker: () => this.#browser.shareWorker(agent),
      openBroadcast: agent.openBroadcast,
      clock: agent.clock,
      locks: agent.locks,
      random: this.#browser.random(),
      lifecycle,
    })
    const screen = new Screen(connection, this.#plan, this.#truth)
    this.#visit = { agent, connection, screen, lifecycle }
  }

  /** The page ends its connection; the tab stays. */
  disconnect(): void {
    this.connection?.close()
  }

  /** The tab is gone, and nobody was told. */
  kill(): void {
    this.#visit?.agent.die()
    this.#visit = undefined
    this.#browser.tabDied()
  }

  /** The user closes it. */
  close(): void {
    if (!this.isFrozen) this.#visit?.lifecycle.tell('leave')
    this.kill()
  }

  freeze(told: Told): void {
    const { agent, lifecycle } = this.#visit ?? {}
    if (!agent || !lifecycle || agent.isFrozen) return
    lifecycle.visible = false
    lifecycle.tell('visibility')
    if (told !== 'nothing') lifecycle.tell(told)
    agent.freeze()
  }

  thaw(): void {
    const { agent, lifecycle } = this.#visit ?? {}
    if (!agent?.isFrozen || !lifecycle) return
    agent.thaw()
    lifecycle.tell('resume')
    lifecycle.visible = true
    lifecycle.tell('visibility')
  }

  /** The machine says that it has a network again. */
  wake(): void {
    if (!this.isFrozen) this.#visit?.lifecycle.tell('online')
  }
}

class TabLifecycle implements PageLifecycle {
  visible = true
  readonly #listeners = new Set<(change?: PageLifecycleChange) => void>()

  readonly subscribe = (listener: (change?: PageLifecycleChange) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(change: PageLifecycleChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }
}
