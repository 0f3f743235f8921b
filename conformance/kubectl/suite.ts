import { vi } from 'vitest'
import { accessSuite } from './access.suite.ts'
import { customSuite } from './custom.suite.ts'
import { readingSuite } from './reading.suite.ts'
import type { Target } from './targets.ts'
import { waitingSuite } from './waiting.suite.ts'
import { openWorkspace } from './workspace.ts'
import { writingSuite } from './writing.suite.ts'

/**
 * What people do with kubectl, on any server: the same commands with the same expectations, so that what kubectl
 * prints of the fake one is what it prints of a real one.
 */
export function kubectlSuite(open: () => Promise<Target>): void {
  // kubectl itself waits for seconds before it tries again what was refused.
  vi.setConfig({ testTimeout: 30_000 })
  const workspace = openWorkspace(open)
  readingSuite(workspace)
  writingSuite(workspace)
  waitingSuite(workspace)
  customSuite(workspace)
  accessSuite(workspace)
}
