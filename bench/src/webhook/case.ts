import type { BenchCase, Contender } from '../bench-case.ts'

const contender = (name: string, file: string): Contender => ({
  name,
  module: new URL(`./${file}.ts`, import.meta.url).href,
})

const contenders: BenchCase['contenders'] = [
  { ...contender('JSON.parse and JSON.stringify', 'json'), floor: true },
  contender('a handler that reads the body and answers', 'fetch'),
  contender('webhookHandler', 'handler'),
]

/** controller-runtime's BenchmarkDefaulter "with changes", with the body's text on both ends. */
export const webhook: BenchCase = {
  name: 'webhook',
  extra: true,
  description:
    'an admission request with a Pod of 30 kB -> one field gets a default; the median of {rounds} requests',
  metrics: [{ key: 'microseconds', unit: 'us', digits: 1 }],
  setup: { rounds: 2000, warmUps: 2 },
  smoke: { rounds: 5, warmUps: 0 },
  contenders,
}

/** The first request of a process: the code is loaded, and not compiled yet. */
export const webhookFirst: BenchCase = {
  ...webhook,
  name: 'webhook-first',
  description: 'the first admission request of a process, with a Pod of 30 kB -> one field gets a default',
  setup: { rounds: 1, warmUps: 0 },
  smoke: {},
}
