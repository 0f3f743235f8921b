import { setTimeout as sleep } from 'node:timers/promises'
import { BrowserProcess } from './browser-process.ts'
import { type Display, openDisplay } from './display.ts'
import { type EngineBrowser, type EnginePage, lacking } from './engine-browser.ts'
import { findWebkit } from './find-engine.ts'
import { freePort } from './free-port.ts'
import { hangProcess, processOf } from './page-process.ts'
import { WebDriver } from './webdriver.ts'

/** Options of {@link Webkit.start}. */
export interface WebkitOptions {
  /** A folder whose data the browser keeps; without one its pages are private, and nothing is kept. */
  readonly profile?: string
}

/** WebKitGTK on a screen in memory, over W3C WebDriver. Each tab is a window. */
export class Webkit implements EngineBrowser {
  readonly engine = 'webkit'
  readonly #display: Display
  readonly #process: BrowserProcess
  readonly #driver: WebDriver
  readonly #switch: WindowSwitch

  private constructor(display: Display, process: BrowserProcess, driver: WebDriver, firstWindow: string) {
    this.#display = display
    this.#process = process
    this.#driver = driver
    this.#switch = new WindowSwitch(driver, firstWindow)
  }

  static async start({ profile }: WebkitOptions = {}): Promise<Webkit> {
    const programs = findWebkit()
    if (!programs) throw new Error('No WebKit to test in. Install webkit2gtk-driver and xvfb.')
    const display = await openDisplay(programs.display)
    const port = await freePort()
    const process = new BrowserProcess(programs.driver, [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...globalThis.process.env,
        ...environment(display.name),
        ...(profile && { WEBKIT_PROFILE: profile }),
      },
    })
    const endpoint = `http://127.0.0.1:${port}`
    await untilListening(endpoint, process)
    const driver = await WebDriver.connect(endpoint, {
      acceptInsecureCerts: true,
      'webkitgtk:browserOptions': profile
        ? { binary: KEPT_PROFILE_WINDOW, args: [] }
        : { binary: programs.miniBrowser, args: ['--automation'] },
    })
    // Scripts of pages wait for real servers.
    await driver.post('timeouts', { script: 120_000, pageLoad: 120_000 })
    return new Webkit(display, process, driver, await driver.get('window'))
  }

  /** The window with which the session begins stays empty: the session ends with its last window. */
  async open(url: string): Promise<EnginePage> {
    const { handle } = await this.#switch.inFirst(driver =>
      driver.post<{ handle: string }>('window/new', { type: 'window' }),
    )
    const page = new WebkitPage(this.#switch, handle, this.#process.pid)
    await page.navigate(url)
    return page
  }

  async killSharedWorkers(): Promise<void> {
    throw lacking('webkit', 'killSharedWorkers')
  }

  async close(): Promise<void> {
    await this.#driver.delete().catch(() => {})
    await this.#process.ended(() => this.#process.signal('SIGTERM'))
    await this.#display.close()
  }

  async kill(): Promise<void> {
    await this.#process.kill()
    await this.#display.close()
  }
}

/** A window with a persistent profile: MiniBrowser's automated pages are always private. */
const KEPT_PROFILE_WINDOW: string = new URL('./webkit-window.py', import.meta.url).pathname

function environment(display: string): Readonly<Record<string, string>> {
  return {
    DISPLAY: display,
    LIBGL_ALWAYS_SOFTWARE: '1',
    // Containers have no user namespaces for it, and the tests open only their own pages.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    GTK_A11Y: 'none',
    NO_AT_BRIDGE: '1',
  }
}

const POLL_MS = 20

async function untilListening(endpoint: string, process: BrowserProcess): Promise<void> {
  while (!process.hasExited) {
    const response = await fetch(`${endpoint}/status`).catch(() => undefined)
    if (response?.ok) return
    await sleep(POLL_MS)
  }
  throw new Error("WebKit's driver has exited")
}

/** A session has one current window: commands to different windows must not interleave. */
class WindowSwitch {
  readonly #driver: WebDriver
  readonly #first: string
  #last: Promise<unknown> = Promise.resolve()
  #current: string | undefined

  constructor(driver: WebDriver, first: string) {
    this.#driver = driver
    this.#first = first
  }

  /** Runs commands in the window with which the session began. */
  inFirst<Result>(run: (driver: WebDriver) => Promise<Result>): Promise<Result> {
    return this.in(this.#first, run)
  }

  in<Result>(handle: string, run: (driver: WebDriver) => Promise<Result>): Promise<Result> {
    const result = this.#last.then(async () => {
      if (this.#current !== handle) await this.#driver.post('window', { handle })
      this.#current = handle
      return run(this.#driver)
    })
    this.#last = result.catch(() => {})
    return result
  }
}

class WebkitPage implements EnginePage {
  readonly #switch: WindowSwitch
  readonly #handle: string
  readonly #browser: number

  constructor(windows: WindowSwitch, handle: string, browser: number) {
    this.#switch = windows
    this.#handle = handle
    this.#browser = browser
  }

  async navigate(url: string): Promise<void> {
    await this.#in(driver => driver.post('url', { url }))
  }

  async evaluate<R, A extends readonly unknown[]>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    const call = `(${run})(...${JSON.stringify(args)})`
    // A command must not occupy the session while a page waits: other windows may have to act first.
    let outcome = await this.#run(startScript(call))
    while (outcome.key !== undefined) {
      await sleep(POLL_MS)
      outcome = await this.#run(pollScript(outcome.key))
    }
    if (outcome.error !== undefined) throw new Error(outcome.error)
    return (outcome.value === undefined ? undefined : JSON.parse(outcome.value)) as Awaited<R>
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap(value => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#in(driver => driver.post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] }))
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#in(driver => driver.get<string>('screenshot')), 'base64')
  }

  async close(): Promise<void> {
    await this.#in(driver => driver.delete('window'))
  }

  /** No command of the session works afterwards: the browser can only be killed. */
  async crash(): Promise<void> {
    process.kill(await processOf(this, this.#browser), 'SIGKILL')
  }

  async hang(): Promise<() => Promise<void>> {
    return hangProcess(await processOf(this, this.#browser))
  }

  async freeze(): Promise<void> {
    throw lacking('webkit', 'freeze')
  }

  async thaw(): Promise<void> {
    throw lacking('webkit', 'freeze')
  }

  async setOffline(): Promise<void> {
    throw lacking('webkit', 'offline')
  }

  #run(script: string): Promise<Outcome> {
    return this.#in(driver => driver.post<Outcome>('execute/sync', { script, args: [] }))
  }

  #in<Result>(run: (driver: WebDriver) => Promise<Result>): Promise<Result> {
    return this.#switch.in(this.#handle, run)
  }
}

/** As JSON, without what is undefined. */
interface Outcome {
  /** Of a call that has not settled yet. */
  readonly key?: string
  readonly value?: string
  readonly error?: string
}

/** Calls in the page; the outcome of a promise is kept under a key. */
function startScript(call: string): string {
  return `
    const describe = error => String(error?.stack ?? '') + ' ' + String(error)
    try {
      const value = ${call}
      if (typeof value?.then !== 'function') return { value: JSON.stringify(value) }
      const outcomes = (window.__outcomes ??= {})
      const key = String(Math.random())
      outcomes[key] = { key }
      value.then(
        value => { outcomes[key] = { value: JSON.stringify(value) } },
        error => { outcomes[key] = { error: describe(error) } },
      )
      return { key }
    } catch (error) {
      return { error: describe(error) }
    }`
}

function pollScript(key: string): string {
  return `return window.__outcomes?.[${JSON.stringify(key)}] ?? { error: 'the page was left' }`
}
