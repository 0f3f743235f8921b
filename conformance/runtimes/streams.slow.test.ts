import { beforeAll, describe, expect, test } from 'vitest'
import { compileAll } from './compile.ts'
import { cases } from './streams/cases.ts'
import type { Outcome } from './streams/environment.ts'
import { RUNTIMES, SUITE_MS } from './streams/runtimes.ts'

/**
 * One suite of cases about streams, run inside each runtime, against servers in this process; each case of each
 * runtime is a test of its own here.
 */

beforeAll(compileAll, 120_000)

describe.each(Object.entries(RUNTIMES))('%s', (_runtime, run) => {
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
