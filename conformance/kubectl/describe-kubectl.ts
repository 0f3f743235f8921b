import { describe, test } from 'vitest'
import { hasKubectl } from './kubectl.ts'

/** Declares tests that need a kubectl; where there is none, one that says so and is counted as skipped. */
export function describeKubectl(title: string, declare: () => void): void {
  if (hasKubectl()) describe(title, () => declare())
  else test(title, context => context.skip('there is no kubectl on this machine'))
}
