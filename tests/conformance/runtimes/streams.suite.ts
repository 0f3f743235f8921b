import { beforeAll, describe, expect, test } from 'vitest'
import { cases } from './streams/cases.ts'
import type { Outcome } from './streams/environment.ts'
import { RUNTIMES, SUITE_MS } from './streams/runtimes.ts'

/** Runs the stream cases inside each runtime, against servers in this process, and declares a test for each case. */
export function describeStreams(): void {
  describe.each(Object.entries(RUNTIMES))('streams in %s', (_runtime, run) => {
    let outcomes: ReadonlyMap<string, Outcome>
    beforeAll(async () => {
      outcomes = new Map((await run()).map(outcome => [outcome.name, outcome]))
    }, SUITE_MS)

    test.for(cases.map(({ name }) => name))('%s', (name, { skip }) => {
      const outcome = outcomes.get(name)
      if (outcome?.skipped !== undefined) skip(outcome.skipped)
      expect(outcome).toEqual({ name, ms: expect.any(Number) })
    })
  })
}
