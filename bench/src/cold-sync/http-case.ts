import type { BenchCase } from '../bench-case.ts'
import { clientGoLists } from '../client-go/contenders.ts'
import { inProtobuf } from '../pods/in-protobuf.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const transport = { name: 'bytes read and dropped', module: module('transport') }
const rows = { name: 'kube-informer, form: row', module: module('kube-informer'), setup: { form: 'row' } }

/** From the first request to a synced informer with its namespace index. */
export const coldSyncHttp: BenchCase = {
  name: 'cold-sync-http',
  description: '{count} realistic Pods from a server in another process: list started -> synced, indexed',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'cpuMs', unit: 'CPU ms' },
    { key: 'kilobytesPerPod', unit: 'KB/Pod', digits: 1 },
  ],
  setup: { count: 10_000, warmUps: 1 },
  smoke: { count: 1_000, warmUps: 0 },
  short: { setup: { count: 5_000, warmUps: 0 }, bestOf: 2 },
  server: new URL('../client-go/server.ts', import.meta.url).href,
  contenders: [
    { ...transport, floor: true },
    // The floor of what receives protobuf.
    { ...inProtobuf(transport), extra: true },
    { name: 'kube-informer, form: object', module: module('kube-informer'), setup: { form: 'object' } },
    rows,
    inProtobuf(rows),
    { name: '@kubernetes/client-node makeInformer', module: module('client-node'), peer: true },
    ...clientGoLists,
  ],
}
