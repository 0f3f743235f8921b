// Cases for the tests of the runner, whose contenders report a number of their setup.
import type { BenchCase, Contender } from './bench-case.ts'

const floor: Contender = { name: 'floor', run: async ({ us }) => ({ us: Number(us) }), floor: true }
const ours: Contender = { name: 'ours', run: floor.run, setup: { us: 20 } }

export const waiting: BenchCase = {
  name: 'waiting',
  description: 'a test case',
  metrics: [{ key: 'us', unit: 'us' }],
  setup: { us: 10 },
  smoke: {},
  contenders: [
    floor,
    ours,
    { name: 'theirs', run: floor.run, setup: { us: 80 }, peer: true },
    { name: 'foreign', run: async () => ({}), missing: () => 'not on this machine' },
  ],
}

export const timed: BenchCase = {
  ...waiting,
  name: 'timed',
  contenders: [floor, { ...ours, extra: true }],
}

export const counting: BenchCase = {
  ...timed,
  name: 'counting',
  short: { setup: { us: 40 }, bestOf: 2, rounds: 1 },
}

export const served: BenchCase = {
  ...waiting,
  name: 'served',
  start: async () => ({ us: 30 }),
  contenders: [floor],
}

/** The time of day of each run. */
export const first: BenchCase = {
  ...waiting,
  name: 'first',
  contenders: [{ ...floor, run: async () => ({ us: Date.now() }) }],
}

export const second: BenchCase = { ...first, name: 'second' }
