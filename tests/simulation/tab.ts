import type { PageLifecycle, PageLifecycleChange } from '@kube-informer/core'
import { type Connection, connectInformers } from '@kube-informer/worker'
import type { FreezeEvent } from './action.ts'
import type { Browser } from './browser.ts'
import { PageAccess, type PageEnvironment } from './page-access.ts'
import { informers } from './page-informers.ts'
import type { WritingPage } from './page-writes.ts'
import type { TabPlan, TabsPlan } from './plan.ts'
import { NAMESPACES } from './rights.ts'
import { Screen } from './screen.ts'
import type { ScriptContext } from './script-context.ts'

/** A loaded page. */
interface LoadedPage {
  readonly context: ScriptContext
  readonly connection: Connection
  readonly screen: Screen
  readonly lifecycle: TabLifecycle
}

/** A browser tab, whose page can be loaded, closed, killed, frozen and resumed. */
export class Tab {
  readonly identity: string
  readonly #host: TabsPlan['host']
  readonly #plan: TabPlan
  readonly #browser: Browser
  readonly #environment: Pick<PageEnvironment, 'log' | 'access' | 'writes'>
  #page: LoadedPage | undefined

  constructor(
    plan: TabPlan,
    host: TabsPlan['host'],
    browser: Browser,
    environment: Pick<PageEnvironment, 'log' | 'access' | 'writes'>,
  ) {
    this.identity = plan.identity
    this.#plan = plan
    this.#host = host
    this.#browser = browser
    this.#environment = environment
  }

  get connection(): Connection | undefined {
    return this.#page?.connection
  }

  get screen(): Screen | undefined {
    return this.#page?.screen
  }

  get isFrozen(): boolean {
    return this.#page?.context.isFrozen ?? false
  }

  /** Undefined while no script of the page runs. */
  get writer(): WritingPage | undefined {
    if (!this.#page || this.isFrozen) return undefined
    const { connection, context, screen } = this.#page
    return { identity: this.identity, connection, isAlive: () => context.isAlive, rows: () => screen.rows }
  }

  get isSignedOut(): boolean {
    return this.connection?.status.state === 'signedOut'
  }

  /** Loads or reloads the page. */
  open(): void {
    this.kill()
    const context = this.#browser.createContext()
    const lifecycle = new TabLifecycle()
    const { log, access, writes } = this.#environment
    const connection: Connection = connectInformers(informers, {
      baseUrl: 'http://fake',
      identity: this.identity,
      getToken: () => this.identity,
      namespaces: access.namespaces === 'given' ? NAMESPACES : undefined,
      host: this.#host,
      worker: () => this.#browser.startWorker(context),
      sharedWorker: () => this.#browser.shareWorker(context),
      openBroadcast: context.openBroadcast,
      clock: context.clock,
      locks: context.locks,
      random: this.#browser.createRandom(),
      lifecycle,
    })
    const screen = new Screen({
      connection,
      plan: this.#plan,
      log,
      access: this.#accessOf(context),
      writes: writes.of(this.identity),
      now: () => context.clock.now(),
    })
    this.#page = { context, connection, screen, lifecycle }
  }

  #accessOf(context: ScriptContext): PageAccess {
    return new PageAccess({
      ...this.#environment.access,
      identity: this.identity,
      now: () => context.clock.now(),
      current: () => this.#browser.answersNow(this.#host === 'dedicated' ? context : undefined),
      all: () => this.#browser.answers,
    })
  }

  /** The page closes its connection; the tab stays open. */
  disconnect(): void {
    this.connection?.close()
  }

  /** Terminates the page without a lifecycle event. */
  kill(): void {
    this.#page?.context.terminate()
    this.#page = undefined
    this.#browser.onTabTerminated()
  }

  /** The user closes the tab. */
  close(): void {
    if (!this.isFrozen) this.#page?.lifecycle.dispatch('leave')
    this.kill()
  }

  freeze(event: FreezeEvent): void {
    const { context, lifecycle } = this.#page ?? {}
    if (!context || !lifecycle || context.isFrozen) return
    lifecycle.visible = false
    lifecycle.dispatch('visibility')
    if (event !== 'none') lifecycle.dispatch(event)
    context.freeze()
  }

  resume(): void {
    const { context, lifecycle } = this.#page ?? {}
    if (!context?.isFrozen || !lifecycle) return
    context.resume()
    lifecycle.dispatch('resume')
    lifecycle.visible = true
    lifecycle.dispatch('visibility')
  }

  /** Dispatches `online`: the machine has a network again. */
  goOnline(): void {
    if (!this.isFrozen) this.#page?.lifecycle.dispatch('online')
  }
}

class TabLifecycle implements PageLifecycle {
  visible = true
  readonly #listeners = new Set<(change?: PageLifecycleChange) => void>()

  readonly subscribe = (listener: (change?: PageLifecycleChange) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  dispatch(change: PageLifecycleChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }
}
