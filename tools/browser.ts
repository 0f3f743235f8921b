// Finds the browsers that the tests and benchmarks use, or installs them: npm run browser
// Tests of an engine that cannot be installed are counted as skipped; only Chromium is required.

import { ensureEngine } from './engines/find-engine.ts'
import { ensureBrowser } from './engines/installed-chromium.ts'

console.log(`browser: ${ensureBrowser()}`)
for (const engine of ['firefox', 'webkit'] as const)
  console.log(`${engine}: ${ensureEngine(engine) ?? 'not installed: its tests are skipped'}`)
