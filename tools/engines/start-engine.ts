import { Chromium } from './chromium.ts'
import type { Engine } from './engine.ts'
import type { EngineBrowser } from './engine-browser.ts'
import { Firefox } from './firefox.ts'
import { Webkit } from './webkit.ts'

const STARTS: Readonly<Record<Engine, (profile: string) => Promise<EngineBrowser>>> = {
  chromium: profile => Chromium.start(profile),
  firefox: profile => Firefox.start(profile),
  webkit: profile => Webkit.start({ profile }),
}

/** Starts a browser on a profile folder, which can hold the data of an earlier one. */
export const startEngine = (engine: Engine, profile: string): Promise<EngineBrowser> =>
  STARTS[engine](profile)
