import { describe, test } from 'vitest'
import { isBuilt } from './build.ts'

/** Declares tests that need a real kube-apiserver; without a build, a single skipped test. */
export function describeReal(title: string, declare: () => void): void {
  if (isBuilt()) describe(title, () => declare())
  else test(title, context => context.skip('not built: npm run kube-apiserver -- --build, which needs Go'))
}
