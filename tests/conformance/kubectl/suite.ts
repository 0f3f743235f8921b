import { vi } from 'vitest'
import { accessSuite } from './access.suite.ts'
import { customSuite } from './custom.suite.ts'
import { readingSuite } from './reading.suite.ts'
import type { Target } from './targets.ts'
import { waitingSuite } from './waiting.suite.ts'
import { openWorkspace } from './workspace.ts'
import { writingSuite } from './writing.suite.ts'

/**
 * Runs the same kubectl commands with the same expectations on every server, so that the output for the fake apiserver
 * equals that for a real one.
 */
export function kubectlSuite(open: () => Promise<Target>): void {
  // kubectl waits for seconds before it retries a rejected request.
  vi.setConfig({ testTimeout: 30_000 })
  const workspace = openWorkspace(open)
  readingSuite(workspace)
  writingSuite(workspace)
  waitingSuite(workspace)
  customSuite(workspace)
  accessSuite(workspace)
}
