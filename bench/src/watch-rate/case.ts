import type { BenchCase } from '../bench-case.ts'
import { clientGoWatches } from '../client-go/contenders.ts'
import { inProtobuf } from '../pods/in-protobuf.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

/** A small list first; then every Pod is added once and modified afterwards. */
const setup = { count: 10_000, listed: 1_000, events: 20_000, warmUps: 2 }
const smoke = { count: 1_000, listed: 100, events: 2_000, warmUps: 0 }
const server = new URL('../client-go/server.ts', import.meta.url).href
const metrics = [
  { key: 'ms', unit: 'ms' },
  { key: 'cpuMs', unit: 'CPU ms' },
  { key: 'eventsPerSecond', unit: 'events/s' },
] as const

const transport = { name: 'bytes read, events counted', module: module('transport') }
const rows = { name: 'kube-informer, form: row', module: module('kube-informer'), setup: { form: 'row' } }
const rowsInMemory = { ...rows, module: module('in-memory') }

/** Events of one watch without a rate limit, until a handler has received the last one. */
export const watchRate: BenchCase = {
  name: 'watch-rate',
  description:
    '{events} events of 7 KB from a server in another process: released -> the last one received by a handler',
  metrics,
  setup,
  smoke,
  short: { setup: { count: 5_000, events: 10_000, warmUps: 0 }, bestOf: 3 },
  server,
  contenders: [
    { ...transport, floor: true },
    // The floor of what receives protobuf.
    { ...inProtobuf(transport), extra: true },
    { name: 'kube-informer, form: object', module: module('kube-informer'), setup: { form: 'object' } },
    rows,
    inProtobuf(rows),
    { name: '@kubernetes/client-node makeInformer', module: module('client-node'), peer: true },
    ...clientGoWatches,
  ],
}

/** The same without a network: chunks of 64 KB that are already in memory. */
export const watchRateInMemory: BenchCase = {
  name: 'watch-rate-in-memory',
  extra: true,
  description: '{events} events of 7 KB from bytes in memory: released -> the last one received by a handler',
  metrics,
  setup,
  smoke,
  server,
  contenders: [
    { name: 'JSON.parse of each event, decoded and split', module: module('json-parse'), floor: true },
    { name: 'kube-informer, form: object', module: module('in-memory'), setup: { form: 'object' } },
    rowsInMemory,
    inProtobuf(rowsInMemory),
  ],
}
