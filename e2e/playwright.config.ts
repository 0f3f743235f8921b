import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import type { Engine } from '../tools/engines/engine.ts'
import { BROWSER_ARGS, findBrowser } from '../tools/engines/installed-chromium.ts'

const executablePath = findBrowser()
const results = join(import.meta.dirname, 'test-results')
/** tools/test.ts sets these, and runs the projects one at a time. */
const { CI, JOURNEY_REPORT, JOURNEYS_BUILT } = process.env

/** The journeys that run in every engine: those of hosts that need no cluster but the fake one, and the main one of the demo. */
const OF_ENGINES = [
  '**/hosts/{disk,freeze,hang,many-tabs,network,sign-out,take-over,tokens}.spec.ts',
  '**/journeys/engines.spec.ts',
]

export default defineConfig<object, { readonly engine: Engine }>({
  testDir: import.meta.dirname,
  testMatch: '**/{journeys,hosts,react,examples,security}/**/*.spec.ts',
  globalSetup: JOURNEYS_BUILT ? [] : ['./build-demo.ts', './hosts/build-site.ts', './react/build-site.ts'],
  // Recorded trees of roles are of every system; recorded pixels name their browser.
  snapshotPathTemplate: '{testDir}/{testFileDir}/{testFileName}-snapshots/{arg}{ext}',
  forbidOnly: Boolean(CI),
  // `npm test` names each journey that passes on its second attempt, and accepts few of them.
  retries: CI ? 1 : 0,
  workers: 2,
  projects: [
    // Each file runs in one worker.
    { name: 'parallel', grepInvert: /@serial/, outputDir: join(results, 'parallel') },
    // Frame rates and progress bars cannot be measured while another browser uses the cores.
    { name: 'serial', grep: /@serial/, workers: 1, outputDir: join(results, 'serial') },
    {
      name: 'firefox',
      testMatch: OF_ENGINES,
      outputDir: join(results, 'firefox'),
      use: { engine: 'firefox' },
    },
    { name: 'webkit', testMatch: OF_ENGINES, outputDir: join(results, 'webkit'), use: { engine: 'webkit' } },
  ],
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ...(JOURNEY_REPORT ? [['json', { outputFile: JOURNEY_REPORT }] as const] : [])],
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: { args: [...BROWSER_ARGS], ...(executablePath ? { executablePath } : {}) },
  },
})
