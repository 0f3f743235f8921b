import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineBrowserProvider } from '@vitest/browser'
import type { BrowserProvider, BrowserProviderOption } from 'vitest/node'
import type { DrivenEngine } from './engine.ts'
import type { EngineBrowser } from './engine-browser.ts'
import { Firefox } from './firefox.ts'
import { Webkit } from './webkit.ts'

interface Opened {
  readonly browser: EngineBrowser
  readonly remove: () => Promise<void>
}

declare module 'vitest/node' {
  interface _BrowserNames {
    engine: DrivenEngine
  }
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Vitest's own, which each provider implements. */
    __vitest_viewport(): Promise<void>
  }
}

/** Runs Vitest's browser tests in Firefox or WebKit. Each page has a browser, so that no two share a storage. */
export function engineProvider(engine: DrivenEngine): BrowserProviderOption {
  return defineBrowserProvider({
    name: 'engine',
    supportedBrowser: [engine],
    options: {},
    providerFactory: project => {
      // Vitest scales its frame to the viewport of the test; a window of any size will do.
      project.browser?.registerCommand('__vitest_viewport', async () => {})
      return new EngineProvider(engine)
    },
  })
}

class EngineProvider implements BrowserProvider {
  readonly name = 'engine'
  readonly supportsParallelism = true
  readonly #engine: DrivenEngine
  readonly #opened = new Map<string, Promise<Opened>>()

  constructor(engine: DrivenEngine) {
    this.#engine = engine
  }

  getCommandsContext(): Record<string, unknown> {
    return {}
  }

  async openPage(sessionId: string, url: string): Promise<void> {
    await this.#close(sessionId)
    const opening = this.#engine === 'firefox' ? openFirefox() : openWebkit()
    this.#opened.set(sessionId, opening)
    const { browser } = await opening
    await browser.open(url)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.keys()].map(sessionId => this.#close(sessionId)))
  }

  async #close(sessionId: string): Promise<void> {
    const opening = this.#opened.get(sessionId)
    this.#opened.delete(sessionId)
    const opened = await opening?.catch(() => undefined)
    await opened?.browser.kill()
    await opened?.remove()
  }
}

async function openFirefox(): Promise<Opened> {
  const profile = await mkdtemp(join(tmpdir(), 'kube-informer-firefox-'))
  const remove = () => rm(profile, { recursive: true, force: true, maxRetries: 5 })
  return { browser: await Firefox.start(profile), remove }
}

/** A private one, which refuses more than a kept one does. */
async function openWebkit(): Promise<Opened> {
  return { browser: await Webkit.start(), remove: async () => {} }
}
