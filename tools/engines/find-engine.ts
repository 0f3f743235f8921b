import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { type DrivenEngine, ENGINES, type Engine } from './engine.ts'
import { findBrowser } from './installed-chromium.ts'

const FIREFOX = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]
const WEBKIT_DRIVERS = ['/usr/bin/WebKitWebDriver']
const WEBKIT_BROWSERS = [
  '/usr/lib/*/webkit2gtk-4.1/MiniBrowser',
  '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/*/webkit2gtk-4.0/MiniBrowser',
]
/** The bindings that webkit-window.py uses. */
const BINDINGS = ['/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib']
const DISPLAYS = ['/usr/bin/Xvfb']

/** The programs that run WebKit without a screen. */
export interface WebkitPrograms {
  readonly driver: string
  /** Its automated pages are private: nothing of them is kept. */
  readonly miniBrowser: string
  readonly display: string
}

const firstExisting = (paths: readonly (string | undefined)[]): string | undefined =>
  paths.find(path => path !== undefined && path !== '' && existsSync(path))

/** The Firefox to test in: `KUBE_INFORMER_FIREFOX`, or the one of the system. */
export function findFirefox(): string | undefined {
  return firstExisting([process.env.KUBE_INFORMER_FIREFOX, ...FIREFOX])
}

/** WebKitGTK's driver, its browser and a virtual display; undefined unless all are installed. */
export function findWebkit(): WebkitPrograms | undefined {
  const driver = firstExisting([process.env.KUBE_INFORMER_WEBKIT_DRIVER, ...WEBKIT_DRIVERS])
  const miniBrowser = globSync([...WEBKIT_BROWSERS])[0]
  const display = firstExisting(DISPLAYS)
  const hasBindings = globSync(BINDINGS).length > 0 && existsSync('/usr/lib/python3/dist-packages/gi')
  return driver && miniBrowser && display && hasBindings ? { driver, miniBrowser, display } : undefined
}

const FINDERS: Readonly<Record<Engine, () => string | undefined>> = {
  chromium: findBrowser,
  firefox: findFirefox,
  webkit: () => findWebkit()?.driver,
}

/** The path of the engine's browser or driver; undefined where it is not installed. */
export function findEngine(engine: Engine): string | undefined {
  return FINDERS[engine]()
}

/** The engines that this machine can test in. */
export function installedEngines(): readonly Engine[] {
  return ENGINES.filter(engine => findEngine(engine) !== undefined)
}

const PACKAGES: Readonly<Record<DrivenEngine, string>> = {
  firefox: 'firefox-esr',
  webkit: 'webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1',
}

/** Finds an engine, or tries to install it from the packages of the system. Tests of a missing engine are skipped. */
export function ensureEngine(engine: DrivenEngine): string | undefined {
  const found = findEngine(engine)
  if (found) return found
  const install = `command -v apt-get && apt-get update && apt-get install -y --no-install-recommends ${PACKAGES[engine]}`
  console.log(`no ${engine} found: trying \`${install}\``)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('sh', ['-c', install], { stdio: 'inherit', timeout: 10 * 60_000, env })
  return findEngine(engine)
}
