import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import {
  isKubernetesBuilt,
  startKubernetesForPage,
  stopKubernetesOfPage,
} from './tools/kubernetes/browser-commands.ts'
import { BROWSER_ARGS, findBrowser } from './tools/browser.ts'
import { bundleWorker } from './tools/bundle-worker.ts'

// Tests and type checks read the sources: no build is needed first.
const conditions = ['@kube-informer/source']
const executablePath = findBrowser()

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name: 'node',
          setupFiles: ['./scripts/property-seed.ts'],
          include: [
            '{packages/*/src,bench,conformance,demo,e2e,scripts,simulation,tools}/**/*.test.{ts,tsx}',
          ],
          exclude: ['**/*.browser.test.{ts,tsx}', '**/node_modules/**', '**/dist/**'],
        },
      },
      {
        resolve: { conditions: [...conditions, 'module', 'browser', 'development|production'] },
        // Named, since it is found late, in a worker: finding it while tests run would load their page anew.
        optimizeDeps: { include: ['@kube-informer/worker > idb'] },
        test: {
          name: 'browser',
          include: ['{packages/*/src,conformance,e2e}/**/*.browser.test.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            commands: {
              bundleWorker,
              isKubernetesBuilt,
              startKubernetes: startKubernetesForPage,
              stopKubernetes: stopKubernetesOfPage,
            },
            provider: playwright({
              launchOptions: { args: [...BROWSER_ARGS], ...(executablePath ? { executablePath } : {}) },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
