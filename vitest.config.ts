import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { BrowserConfigOptions } from 'vitest/node'
import { MUTANTS } from './packages/react/src/test/mutants.ts'
import type { DrivenEngine } from './tools/engines/engine.ts'
import { findEngine } from './tools/engines/find-engine.ts'
import { BROWSER_ARGS, findBrowser } from './tools/engines/installed-chromium.ts'
import { engineProvider } from './tools/engines/vitest-provider.ts'
import { startFakeApiserver, stopFakeApiserver } from './tools/fake-apiserver/browser-commands.ts'
import {
  isKubernetesBuilt,
  startKubernetesForPage,
  stopKubernetesOfPage,
} from './tools/kubernetes/browser-commands.ts'
import { mutate } from './tools/mutants/mutate.ts'
import { changing } from './tools/mutants/random/change.ts'
import { bundleWorker } from './tools/test/bundle-worker.ts'
import { ErrorsReporter } from './tools/test/errors-reporter.ts'

// Tests and type checks read the sources: no build is needed first.
const conditions = ['@kube-informer/source']
const executablePath = findBrowser()

const FOLDERS = '{packages/*/src,bench,demo,e2e,examples/{dashboard,operator},tests/*,tools}'
const SLOW = '**/*.slow.test.{ts,tsx}'
const ISOLATED = '**/*.isolated.test.ts'
const BROWSER = '**/*.browser.test.{ts,tsx}'
const OUTPUT = ['**/node_modules/**', '**/dist/**']
/** Vitest's default of 5 s is too short for randomized tests on two busy cores. */
const TIMEOUT_MS = 30_000
/** How long `expect.poll` waits; less than a test, so that the failure says what was expected. By default 1 s. */
const POLL_MS = 20_000
/** `npm test` names each test that passes on its second attempt, and accepts few of them. */
const RETRIES = process.env.CI ? 1 : 0

/** The files that `tools/test.ts` reads. */
const { KUBE_INFORMER_TEST_REPORT: reportFile, KUBE_INFORMER_TEST_ERRORS: errorsFile } = process.env

/** The fault that `npm run mutants` tests with. */
const { KUBE_INFORMER_MUTANT: mutant, KUBE_INFORMER_CHANGE: change } = process.env
const plugins = [
  ...MUTANTS.filter(({ name }) => name === mutant).map(mutate),
  ...(change === undefined ? [] : [changing]),
]

/** Tests that run in Node. Without `isolate`, the files of a worker share modules, which saves a third of the time. */
function nodeProject(
  name: string,
  include: string,
  { exclude = [], isolate = true }: { readonly exclude?: readonly string[]; readonly isolate?: boolean } = {},
): TestProjectInlineConfiguration {
  return {
    plugins,
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      name,
      isolate,
      testTimeout: TIMEOUT_MS,
      expect: { poll: { timeout: POLL_MS } },
      retry: RETRIES,
      setupFiles: ['./tools/test/property-seed.ts', './tools/test/patience.ts'],
      include: [`${FOLDERS}/${include}`],
      exclude: [...exclude, ...OUTPUT],
    },
  }
}

interface BrowserProjectOptions {
  readonly browser?: Pick<BrowserConfigOptions, 'provider' | 'instances'>
  readonly setupFiles?: readonly string[]
}

/** Chromium, by Playwright. Vitest names the instances of each project, so that projects cannot share them. */
const chromium = () => ({
  provider: playwright({
    launchOptions: { args: [...BROWSER_ARGS], ...(executablePath ? { executablePath } : {}) },
  }),
  instances: [{ browser: 'chromium' as const }],
})

const REACT = ['react', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client', 'react-dom/server']

/** Tests that run in a browser. */
function browserProject(
  name: string,
  include: string | readonly string[],
  exclude: readonly string[],
  { browser = chromium(), setupFiles = [] }: BrowserProjectOptions = {},
): TestProjectInlineConfiguration {
  return {
    plugins,
    resolve: { conditions: [...conditions, 'module', 'browser', 'development|production'] },
    // A dependency that Vite discovers while tests run reloads their page.
    optimizeDeps: {
      include: [
        '@kube-informer/worker > idb',
        '@tanstack/react-query',
        '@testing-library/react',
        'zustand',
        'zustand/vanilla',
        ...REACT,
      ],
    },
    test: {
      name,
      testTimeout: TIMEOUT_MS,
      expect: { poll: { timeout: POLL_MS } },
      retry: RETRIES,
      setupFiles: [...setupFiles, './tools/test/patience.ts'],
      include: typeof include === 'string' ? [`${FOLDERS}/${include}`] : [...include],
      exclude: [...exclude, ...OUTPUT],
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        commands: {
          bundleWorker,
          startFakeApiserver,
          stopFakeApiserver,
          isKubernetesBuilt,
          startKubernetes: startKubernetesForPage,
          stopKubernetes: stopKubernetesOfPage,
        },
        ...browser,
      },
    },
  }
}

/** The tests of what differs between engines. `npm run test:all` and `npm run test:engines` run all browser tests in each. */
const OF_ENGINES = [
  `packages/{core,testing}/src/${BROWSER}`,
  `packages/worker/src/{page,persistence}/${BROWSER}`,
]

/** The browser tests in another engine. Where it is not installed, each test is counted as skipped, by its name. */
function engineProject(engine: DrivenEngine): TestProjectInlineConfiguration {
  const isInstalled = findEngine(engine) !== undefined
  const include = process.env.KUBE_INFORMER_ENGINES === 'all' ? [`${FOLDERS}/${BROWSER}`] : OF_ENGINES
  return browserProject(`browser-${engine}`, include, ['**/*.slow.browser.test.{ts,tsx}'], {
    setupFiles: isInstalled ? [] : [`./tools/engines/skip-${engine}.ts`],
    browser: isInstalled
      ? { provider: engineProvider(engine), instances: [{ browser: engine }] }
      : chromium(),
  })
}

/** The browser tests of the hooks, with React 18. Tests of what it lacks are skipped. */
function react18Project(): TestProjectInlineConfiguration {
  const { resolve, optimizeDeps, test } = browserProject('react-18', '**', [])
  return {
    resolve: { ...resolve, alias: { react: 'react-18', 'react-dom': 'react-dom-18' } },
    ...(optimizeDeps && { optimizeDeps }),
    test: { ...test, include: ['packages/react/src/**/*.browser.test.tsx'] },
  }
}

export default defineConfig({
  test: {
    // One worker for each core; by default Vitest leaves one of two cores idle.
    maxWorkers: '100%',
    ...(reportFile &&
      errorsFile && {
        reporters: ['default', ['json', { outputFile: reportFile }], new ErrorsReporter(errorsFile)],
      }),
    // `npm test` runs the first three; `npm run test:all` runs the slow ones, too (see CONTRIBUTING.md).
    projects: [
      nodeProject('node', '**/*.test.{ts,tsx}', { exclude: [BROWSER, SLOW, ISOLATED], isolate: false }),
      // Tests that replace a module, or that need one as it was loaded.
      nodeProject('node-isolated', ISOLATED),
      browserProject('browser', BROWSER, ['**/*.slow.browser.test.{ts,tsx}']),
      engineProject('firefox'),
      engineProject('webkit'),
      nodeProject('slow', SLOW),
      browserProject('slow-browser', '**/*.slow.browser.test.{ts,tsx}', []),
      react18Project(),
    ],
  },
})
