import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionStatus } from '@kube-informer/worker'
import type { EngineBrowser, EnginePage } from '../../tools/engines/engine-browser.ts'
import type { Digest } from './digest.ts'
import type { Shown } from './shown-rows.ts'
import type { ViewName } from './tab-options.ts'

const POLL_MS = 20
const PATIENCE_MS = 20_000

/** A tab of a real browser with the page of these journeys. */
export class Tab {
  readonly #page: EnginePage
  readonly #browser: EngineBrowser

  private constructor(page: EnginePage, browser: EngineBrowser) {
    this.#page = page
    this.#browser = browser
  }

  /** Opens a tab in the foreground; resolves when the page's script has run. */
  static async open(browser: EngineBrowser, url: string): Promise<Tab> {
    const tab = new Tab(await browser.open(url), browser)
    await tab.#untilLoaded(url)
    return tab
  }

  /** Runs a function in the page. Its source text is sent, with the arguments as JSON. */
  evaluate<R, A extends readonly unknown[]>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    return this.#page.evaluate(run, ...args)
  }

  async goto(url: string): Promise<void> {
    await this.#page.navigate(url)
    await this.#untilLoaded(url)
  }

  async reload(): Promise<void> {
    await this.evaluate(() => {
      globalThis.isBeforeReload = true
      location.reload()
    })
    await this.#until(() => !('isBeforeReload' in globalThis) && 'tab' in globalThis)
  }

  /** Navigates to a page without informers. */
  async leave(url: string): Promise<void> {
    await this.#page.navigate(url)
    await this.#until(() => document.title === 'elsewhere')
  }

  /** Navigates back to a page with informers. */
  async back(): Promise<void> {
    await this.evaluate(() => history.back())
    await this.#until(() => 'tab' in globalThis)
  }

  /** Freezes the page and its dedicated workers, as a browser freezes background pages. */
  async freeze(): Promise<void> {
    await this.#until(() => document.visibilityState === 'hidden')
    await this.#page.freeze()
    await this.#until(() => globalThis.tab.lifecycle.at(-1) === 'freeze')
  }

  thaw(): Promise<void> {
    return this.#page.thaw()
  }

  /** Sets `navigator.onLine`, with its events, in the page. */
  setOffline(offline: boolean): Promise<void> {
    return this.#page.setOffline(offline)
  }

  close(): Promise<void> {
    return this.#page.close()
  }

  /** Kills the shared workers of the browser, as its task manager does. */
  killSharedWorkers(): Promise<void> {
    return this.#browser.killSharedWorkers()
  }

  /** Keeps the page from running its scripts. @returns a function that ends this */
  hang(): Promise<() => Promise<void>> {
    return this.#page.hang()
  }

  /** Crashes the tab's process. */
  crash(): Promise<void> {
    return this.#page.crash()
  }

  status(): Promise<ConnectionStatus> {
    return this.evaluate(() => globalThis.tab.status())
  }

  shown(view: ViewName = 'pods'): Promise<Shown> {
    return this.evaluate(view => globalThis.tab.shown(view), view)
  }

  digests(view: ViewName = 'pods'): Promise<readonly Digest[]> {
    return this.evaluate(view => globalThis.tab.digests(view), view)
  }

  /** A report of the tab's state. */
  account(): Promise<unknown> {
    return this.evaluate(() => ({
      visibility: document.visibilityState,
      status: globalThis.tab.status(),
      shown: globalThis.tab.allShown(),
      trees: globalThis.workload.trees,
      lastRows: globalThis.workload.states.at(-1),
      history: globalThis.tab.connectionHistory,
      lifecycle: globalThis.tab.lifecycle,
      errors: globalThis.tab.errors,
    }))
  }

  #untilLoaded(url: string): Promise<void> {
    return this.#until(url => location.href === url && 'tab' in globalThis, url)
  }

  /** Polls a condition in the page. A failed call during a navigation is not an error. */
  async #until<A extends readonly unknown[]>(holds: (...args: A) => boolean, ...args: A): Promise<void> {
    for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
      if (await this.evaluate(holds, ...args).catch(() => false)) return
      await sleep(POLL_MS)
    }
    throw new Error(`timed out waiting for: ${holds}`)
  }
}

declare global {
  var isBeforeReload: boolean | undefined
}
