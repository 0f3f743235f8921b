import type { BenchCase } from '../bench-case.ts'
import { inProtobuf } from '../pods/in-protobuf.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const rows = { name: 'kube-informer, form: row', module: module('in-memory'), setup: { form: 'row' } }

/**
 * The pipeline without a network: from bytes in chunks of 64 KB to a synced informer with its namespace index. The cache is
 * cold and the code is warm for all contenders: each process has run the task several times before. `--cold` measures the
 * first run of a process, where `JSON.parse` has an advantage because it is native code.
 */
export const coldSync: BenchCase = {
  name: 'cold-sync',
  description: '{count} realistic Pods, from bytes in memory to synced and indexed',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'cpuMs', unit: 'CPU ms' },
    { key: 'withDecodeMs', unit: 'from bytes ms' },
    { key: 'kilobytesPerPod', unit: 'KB/Pod', digits: 1 },
  ],
  setup: { count: 10_000, warmUps: 4 },
  smoke: { count: 1_000, warmUps: 0 },
  short: { setup: { count: 5_000, warmUps: 1 }, bestOf: 3 },
  server: new URL('../client-go/server.ts', import.meta.url).href,
  contenders: [
    { name: 'JSON.parse(body), one decoded text', module: module('json-parse'), floor: true },
    { name: 'kube-informer, form: object', module: module('in-memory'), setup: { form: 'object' } },
    rows,
    inProtobuf(rows),
  ],
}
