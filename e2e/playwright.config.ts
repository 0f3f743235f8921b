import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '../tools/browser.ts'

const executablePath = findBrowser()
const results = join(import.meta.dirname, 'test-results')

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/{journeys,hosts,examples}/**/*.spec.ts',
  outputDir: results,
  globalSetup: ['./build-demo.ts', './hosts/build-site.ts'],
  forbidOnly: Boolean(process.env.CI),
  // A journey that only passes at the second attempt has failed.
  retries: 0,
  // A frame rate, or a progress bar, says nothing when two browsers share the cores.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: join(results, 'report.json') }]],
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: { args: [...BROWSER_ARGS], ...(executablePath ? { executablePath } : {}) },
  },
})
