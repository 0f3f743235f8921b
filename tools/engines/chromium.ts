import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BrowserProcess } from './browser-process.ts'
import { DevTools, type Send } from './dev-tools.ts'
import type { EngineBrowser, EnginePage } from './engine-browser.ts'
import { BROWSER_ARGS, ensureBrowser } from './installed-chromium.ts'

const ARGS = [
  ...BROWSER_ARGS,
  '--headless=new',
  // Those of test servers.
  '--ignore-certificate-errors',
  '--remote-debugging-port=0',
  '--no-default-browser-check',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-extensions',
  '--disable-component-extensions-with-background-pages',
]

/** A separate browser with its own profile. Its tabs can be hidden, frozen and put into the back/forward cache. */
export class Chromium implements EngineBrowser {
  readonly engine = 'chromium'
  readonly #devTools: DevTools
  readonly #process: BrowserProcess

  private constructor(process: BrowserProcess, devTools: DevTools) {
    this.#process = process
    this.#devTools = devTools
  }

  /** Starts a browser on a profile folder, which can hold the data of an earlier one. */
  static async start(profile: string): Promise<Chromium> {
    const process = await startProcess(profile, 'about:blank')
    return new Chromium(
      process,
      await DevTools.connect(await process.output(/DevTools listening on (ws:\S+)/)),
    )
  }

  /** Starts a browser with a page, and kills it after `afterMs` whether or not the page has loaded. */
  static async startAndKill(profile: string, url: string, afterMs: number): Promise<void> {
    const process = await startProcess(profile, url)
    await sleep(afterMs)
    await process.kill()
  }

  async open(url: string): Promise<EnginePage> {
    const { targetId } = await this.#devTools.send('Target.createTarget', { url: 'about:blank' })
    const page = new ChromiumPage(targetId, this.#devTools, await this.#devTools.attach(targetId))
    await page.navigate(url)
    return page
  }

  async killSharedWorkers(): Promise<void> {
    const { targetInfos } = await this.#devTools.send('Target.getTargets')
    for (const { type, targetId } of targetInfos)
      if (type === 'shared_worker') await this.#devTools.send('Target.closeTarget', { targetId })
  }

  async kill(): Promise<void> {
    await this.#process.kill()
    this.#devTools.close()
  }

  async close(): Promise<void> {
    await this.#process.ended(() => void this.#devTools.send('Browser.close').catch(() => {}))
    this.#devTools.close()
  }
}

async function startProcess(profile: string, url: string): Promise<BrowserProcess> {
  // A killed browser leaves these files behind; another process may have reused its pid.
  for (const name of ['Lock', 'Socket', 'Cookie'])
    await rm(join(profile, `Singleton${name}`), { force: true })
  return new BrowserProcess(ensureBrowser(), [...ARGS, `--user-data-dir=${profile}`, url])
}

class ChromiumPage implements EnginePage {
  readonly #targetId: string
  readonly #devTools: DevTools
  readonly #send: Send

  constructor(targetId: string, devTools: DevTools, send: Send) {
    this.#targetId = targetId
    this.#devTools = devTools
    this.#send = send
  }

  async navigate(url: string): Promise<void> {
    await this.#send('Page.navigate', { url })
  }

  async evaluate<R, A extends readonly unknown[]>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    const expression = `(${run})(...${JSON.stringify(args)})`
    const options = { expression, awaitPromise: true, returnByValue: true } as const
    const { result, exceptionDetails } = await this.#send('Runtime.evaluate', options)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value as Awaited<R>
  }

  async type(text: string): Promise<void> {
    for (const each of text) await this.#send('Input.dispatchKeyEvent', { type: 'char', text: each })
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.#send('Page.captureScreenshot', {})
    return Buffer.from(data, 'base64')
  }

  async close(): Promise<void> {
    await this.#devTools.send('Target.closeTarget', { targetId: this.#targetId })
  }

  async crash(): Promise<void> {
    // The target is gone and sends no response.
    this.#send('Page.crash').catch(() => {})
  }

  async hang(): Promise<() => Promise<void>> {
    // The call fails when the loop is terminated, or never settles.
    this.#send('Runtime.evaluate', { expression: 'for (;;) {}' }).catch(() => {})
    return async () => {
      await this.#send('Runtime.terminateExecution')
    }
  }

  async freeze(): Promise<void> {
    await this.#send('Page.setWebLifecycleState', { state: 'frozen' })
  }

  async thaw(): Promise<void> {
    await this.#send('Page.setWebLifecycleState', { state: 'active' })
  }

  async setOffline(offline: boolean): Promise<void> {
    const limits = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
    await this.#send('Network.emulateNetworkConditions', { offline, ...limits })
  }
}
