import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionStatus } from '@kube-informer/worker'
import type { DevTools, Send } from './dev-tools.ts'
import type { Digest } from './digest.ts'
import type { Shown } from './shown-rows.ts'
import type { ViewName } from './tab-options.ts'

const POLL_MS = 20
const PATIENCE_MS = 20_000

/** A tab of a real browser, told what to do over the DevTools protocol. */
export class Tab {
  readonly targetId: string
  readonly #devTools: DevTools
  readonly #send: Send

  private constructor(targetId: string, devTools: DevTools, send: Send) {
    this.targetId = targetId
    this.#devTools = devTools
    this.#send = send
  }

  /** A new tab, in front of the others of its window; resolves when its page's script has run. */
  static async open(devTools: DevTools, url: string): Promise<Tab> {
    const { targetId } = await devTools.send('Target.createTarget', { url: 'about:blank' })
    const tab = new Tab(targetId, devTools, await devTools.attach(targetId))
    await tab.goto(url)
    return tab
  }

  /** Runs a function in the page: its text crosses, and its arguments as JSON. */
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

  /** Goes to a page without informers. */
  async leave(url: string): Promise<void> {
    await this.#send('Page.navigate', { url })
    await this.#until(() => document.title === 'elsewhere')
  }

  /** Goes back in the history, to a page with informers. */
  async back(): Promise<void> {
    await this.evaluate(() => history.back())
    await this.#until(() => 'tab' in globalThis)
  }

  /** Freezes the page and its dedicated workers, as the browser does with a page in the background. */
  async freeze(): Promise<void> {
    await this.#until(() => document.visibilityState === 'hidden')
    await this.#send('Page.setWebLifecycleState', { state: 'frozen' })
    await this.#until(() => globalThis.tab.lifecycle.at(-1) === 'freeze')
  }

  async thaw(): Promise<void> {
    await this.#send('Page.setWebLifecycleState', { state: 'active' })
  }

  /** Tells the page that the machine has, or has not, a network, as the browser tells it. */
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

  /** Keeps the page busy, so that it hears of nothing; @returns what ends that. */
  hang(): () => Promise<void> {
    // The answer comes when the loop is broken off, and says just that; or not at all.
    this.#send('Runtime.evaluate', { expression: 'for (;;) {}' }).catch(() => {})
    return async () => {
      await this.#send('Runtime.terminateExecution')
    }
  }

  /** Its process dies. */
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

  /** Everything that it can tell about itself. */
  account(): Promise<unknown> {
    return this.evaluate(() => ({
      visibility: document.visibilityState,
      status: globalThis.tab.status(),
      pods: globalThis.tab.shown(),
      history: globalThis.tab.connectionHistory,
      lifecycle: globalThis.tab.lifecycle,
      errors: globalThis.tab.errors,
    }))
  }

  /** A page that is being left can't be asked, which is no error. */
  async #until<A extends readonly unknown[]>(holds: (...args: A) => boolean, ...args: A): Promise<void> {
    for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += POLL_MS) {
      if (await this.evaluate(holds, ...args).catch(() => false)) return
      await sleep(POLL_MS)
    }
    throw new Error(`in vain waited for: ${holds}`)
  }
}

declare global {
  var isBeforeReload: boolean | undefined
}
