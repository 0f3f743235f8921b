import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { BROWSER_ARGS, ensureBrowser } from '../../tools/browser.ts'
import { DevTools } from './dev-tools.ts'

const ARGS = [
  ...BROWSER_ARGS,
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-default-browser-check',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-extensions',
  '--disable-component-extensions-with-background-pages',
]

/** A separate browser with its own profile. Its tabs can be hidden, frozen and put into the back/forward cache. */
export class Chromium {
  readonly devTools: DevTools
  readonly #process: ChildProcess

  private constructor(process: ChildProcess, devTools: DevTools) {
    this.#process = process
    this.devTools = devTools
  }

  /** Starts a browser on a profile folder, which can hold the data of an earlier one. */
  static async start(profile: string): Promise<Chromium> {
    const child = await spawnBrowser(profile, 'about:blank')
    return new Chromium(child, await DevTools.connect(await endpointOf(child)))
  }

  /** Starts a browser with a page, and kills it after `afterMs` whether or not the page has loaded. */
  static async startAndKill(profile: string, url: string, afterMs: number): Promise<void> {
    const child = await spawnBrowser(profile, url)
    await sleep(afterMs)
    await ended(child, () => killGroup(child))
  }

  /** Kills all processes of the browser at once, as a power failure does. */
  async kill(): Promise<void> {
    await ended(this.#process, () => killGroup(this.#process))
    this.devTools.close()
  }

  async close(): Promise<void> {
    await ended(this.#process, () => void this.devTools.send('Browser.close').catch(() => {}))
    this.devTools.close()
  }
}

async function spawnBrowser(profile: string, url: string): Promise<ChildProcess> {
  // A killed browser leaves these files behind; another process may have reused its pid.
  for (const name of ['Lock', 'Socket', 'Cookie'])
    await rm(join(profile, `Singleton${name}`), { force: true })
  const args = [...ARGS, `--user-data-dir=${profile}`, url]
  // A separate process group allows killing all processes at once. It does not end with this process.
  const child = spawn(ensureBrowser(), args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = (): void => killGroup(child)
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}

/** Resolves when the process has exited. */
async function ended(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  end()
  await gone
}

/** The DevTools endpoint that the browser prints on stderr. */
function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`Chromium ended with exit code ${code}`)))
    if (!child.stderr) return
    createInterface({ input: child.stderr }).on('line', line => {
      const endpoint = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (endpoint) resolve(endpoint)
    })
  })
}
