import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionStatus } from '@kube-informer/worker'
import type { DevTools, Send } from './dev-tools.ts'
import type { Digest } from './digest.ts'
import type { Shown } from './shown-rows.ts'
import type { ViewName } from './tab-options.ts'

const POLL_MS = 20
const PATIENCE_MS = 20_000

/** A tab of a real browser, controlled over the DevTools protocol. */
export class Tab {
  readonly targetId: string
  readonly #devTools: DevTools
  readonly #send: Send

  private constructor(targetId: string, devTools: DevTools, send: Send) {
    this.targetId = targetId
    this.#devTools = devTools
    this.#send = send
  }

  /** Opens a tab in the foreground; resolves when the page's script has run. */
  static async open(devTools: DevTools, url: string): Promise<Tab> {
    const { targetId } = await devTools.send('Target.createTarget', { url: 'about:blank' })
    const tab = new Tab(targetId, devTools, await devTools.attach(targetId))
    await tab.goto(url)
    return tab
  }

  /** Runs a function in the page. Its source text is sent, with the arguments as JSON. */
  async evaluate<R, A extends readonly unknown[]>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    const expression = `(${run})(...${JSON.stringify(args)})`
    const options = { expression, awaitPromise: true, returnByValue: true } as const
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', options)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as Awaited<R>
  }

  async goto(url: string): Promise<void> {
    await this.#send('Page.navigate', { url })
    await this.#until(url => location.href === url && 'tab' in globalThis, url)
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
    await this.#send('Page.navigate', { url })
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
    await this.#send('Page.setWebLifecycleState', { state: 'frozen' })
    await this.#until(() => globalThis.tab.lifecycle.at(-1) === 'freeze')
  }

  async thaw(): Promise<void> {
    await this.#send('Page.setWebLifecycleState', { state: 'active' })
  }

  /** Sets `navigator.onLine`, with its events, in the page. */
  async setOffline(offline: boolean): Promise<void> {
    const limits = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
    await this.#send('Network.emulateNetworkConditions', { offline, ...limits })
  }

  async close(): Promise<void> {
    await this.#devTools.send('Target.closeTarget', { targetId: this.targetId })
  }

  /** Kills the shared workers of the browser, as its task manager does. */
  async killSharedWorkers(): Promise<void> {
    const { targetInfos } = await this.#devTools.send('Target.getTargets')
    for (const { type, targetId } of targetInfos)
      if (type === 'shared_worker') await this.#devTools.send('Target.closeTarget', { targetId })
  }

  /** Blocks the page's main thread. @returns a function that ends the block */
  hang(): () => Promise<void> {
    // The call fails when the loop is terminated, or never settles.
    this.#send('Runtime.evaluate', { expression: 'for (;;) {}' }).catch(() => {})
    return async () => {
      await this.#send('Runtime.terminateExecution')
    }
  }

  /** Crashes the tab's renderer process. */
  crash(): void {
    // The target is gone and sends no response.
    this.#send('Page.crash').catch(() => {})
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
