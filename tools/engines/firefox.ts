import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Bidi } from './bidi.ts'
import { BrowserProcess } from './browser-process.ts'
import { type EngineBrowser, type EnginePage, lacking } from './engine-browser.ts'
import { findFirefox } from './find-engine.ts'
import { hangProcess, processOf } from './page-process.ts'

const PREFERENCES: Readonly<Record<string, boolean | number | string>> = {
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'services.settings.server': 'data:,',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Otherwise a page that a test opens in the background has slow timers.
  'dom.min_background_timeout_value': 4,
  // Each tab has a process of its own, which can be killed and stopped alone.
  'dom.ipc.processCount.webIsolated': 20,
}

/** Firefox without a screen, over WebDriver BiDi. */
export class Firefox implements EngineBrowser {
  readonly engine = 'firefox'
  readonly #process: BrowserProcess
  readonly #bidi: Bidi

  private constructor(process: BrowserProcess, bidi: Bidi) {
    this.#process = process
    this.#bidi = bidi
  }

  /** Starts Firefox on a profile folder, which can hold the data of an earlier one. */
  static async start(profile: string): Promise<Firefox> {
    const process = await startProcess(profile)
    return new Firefox(
      process,
      await Bidi.connect(await process.output(/WebDriver BiDi listening on (ws:\S+)/)),
    )
  }

  async open(url: string): Promise<EnginePage> {
    const { context } = await this.#bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' })
    const page = new FirefoxPage(this.#bidi, context, this.#process.pid)
    await page.navigate(url)
    return page
  }

  async killSharedWorkers(): Promise<void> {
    throw lacking('firefox', 'killSharedWorkers')
  }

  async close(): Promise<void> {
    await this.#process.ended(() => void this.#bidi.send('browser.close').catch(() => {}))
    this.#bidi.close()
  }

  async kill(): Promise<void> {
    await this.#process.kill()
    this.#bidi.close()
  }
}

async function startProcess(profile: string): Promise<BrowserProcess> {
  const firefox = findFirefox()
  if (!firefox)
    throw new Error('No Firefox to test in. Install one, or set KUBE_INFORMER_FIREFOX to its path.')
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  return new BrowserProcess(firefox, [
    '--headless',
    '--no-remote',
    '--remote-debugging-port=0',
    '--profile',
    profile,
    'about:blank',
  ])
}

interface Evaluated {
  readonly type: 'success' | 'exception'
  readonly result?: { readonly value?: string }
  readonly exceptionDetails?: { readonly text: string }
}

class FirefoxPage implements EnginePage {
  readonly #bidi: Bidi
  readonly #context: string
  readonly #browser: number

  constructor(bidi: Bidi, context: string, browser: number) {
    this.#bidi = bidi
    this.#context = context
    this.#browser = browser
  }

  async navigate(url: string): Promise<void> {
    await this.#bidi.send('browsingContext.navigate', { context: this.#context, url, wait: 'complete' })
  }

  async evaluate<R, A extends readonly unknown[]>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    // As JSON: BiDi describes each property of an object otherwise.
    const expression = `(async () => JSON.stringify(await (${run})(...${JSON.stringify(args)})))()`
    const { type, result, exceptionDetails } = await this.#bidi.send<Evaluated>('script.evaluate', {
      expression,
      target: { context: this.#context },
      awaitPromise: true,
    })
    if (type === 'exception') throw new Error(exceptionDetails?.text)
    return (result?.value === undefined ? undefined : JSON.parse(result.value)) as Awaited<R>
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap(value => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#bidi.send('input.performActions', {
      context: this.#context,
      actions: [{ type: 'key', id: 'keyboard', actions }],
    })
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.#bidi.send<{ data: string }>('browsingContext.captureScreenshot', {
      context: this.#context,
    })
    return Buffer.from(data, 'base64')
  }

  async close(): Promise<void> {
    await this.#bidi.send('browsingContext.close', { context: this.#context })
  }

  async crash(): Promise<void> {
    process.kill(await processOf(this, this.#browser), 'SIGKILL')
  }

  async hang(): Promise<() => Promise<void>> {
    return hangProcess(await processOf(this, this.#browser))
  }

  async freeze(): Promise<void> {
    throw lacking('firefox', 'freeze')
  }

  async thaw(): Promise<void> {
    throw lacking('firefox', 'freeze')
  }

  async setOffline(offline: boolean): Promise<void> {
    await this.#bidi.send('emulation.setNetworkConditions', {
      networkConditions: offline ? { type: 'offline' } : null,
      contexts: [this.#context],
    })
  }
}
