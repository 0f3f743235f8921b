import type { BenchCase } from '../bench-case.ts'
import { inProtobuf } from '../pods/in-protobuf.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const common = {
  metrics: [
    { key: 'cpuMs', unit: 'CPU ms', digits: 1 },
    { key: 'ms', unit: 'ms', digits: 1 },
  ],
  setup: { count: 10_000, passes: 15 },
  smoke: { count: 500, passes: 1 },
  server: new URL('../client-go/server.ts', import.meta.url).href,
  extra: true,
} as const

const index = { name: 'rows', module: module('path-index') }

/** An index that is added to a cache of rows: one value is read of each. */
export const pathIndex: BenchCase = {
  ...common,
  name: 'path-index',
  description: 'an index by spec.nodeName, added to a cache of {count} realistic Pods',
  contenders: [{ ...index, floor: true }, inProtobuf(index)],
}

const read = { name: 'readObject', module: module('read-objects') }

/** Each row is decoded once. */
export const readObjects: BenchCase = {
  ...common,
  name: 'read-object',
  description: '{count} realistic Pods without managedFields are decoded, one after another',
  contenders: [
    {
      name: 'JSON.parse of the text of each Pod',
      module: new URL('../where/json-parse.ts', import.meta.url).href,
      floor: true,
    },
    read,
    inProtobuf(read),
  ],
}
