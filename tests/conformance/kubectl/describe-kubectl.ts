import { describe, test } from 'vitest'
import { hasKubectl } from './kubectl.ts'

/** Declares tests that need kubectl; without it, declares one skipped test with the reason. */
export function describeKubectl(title: string, declare: () => void): void {
  if (hasKubectl()) describe(title, () => declare())
  else test(title, context => context.skip('kubectl is not installed'))
}
