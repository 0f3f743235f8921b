import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

/** Arguments for running a browser in a container, headless and without telemetry. */
export const BROWSER_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser to test in: `KUBE_INFORMER_BROWSER`, Playwright's own, or a system one; undefined when there is none. */
export function findBrowser(): string | undefined {
  const candidates = [process.env.KUBE_INFORMER_BROWSER, chromium.executablePath(), ...SYSTEM_BROWSERS]
  return candidates.find(path => path !== undefined && path !== '' && existsSync(path))
}

const INSTALLERS: readonly (readonly [string, readonly string[]])[] = [
  ['npx', ['playwright', 'install', '--with-deps', 'chromium']],
  [
    'sh',
    ['-c', 'command -v apt-get && apt-get update && apt-get install -y --no-install-recommends chromium'],
  ],
]

/** Finds a browser, or tries to install one; throws with instructions if both fail. */
export function ensureBrowser(): string {
  const found = findBrowser()
  if (found) return found
  for (const [command, args] of INSTALLERS) {
    console.log(`no browser found: trying \`${command} ${args.join(' ')}\``)
    spawnSync(command, args, { stdio: 'inherit', timeout: 10 * 60_000 })
    const installed = findBrowser()
    if (installed) return installed
  }
  throw new Error(
    "No Chromium to test in. Install one (`npx playwright install chromium`, or your system's chromium package), " +
      'or set KUBE_INFORMER_BROWSER to the path of its executable.',
  )
}
