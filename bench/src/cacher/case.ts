import type { BenchCase } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

/** One Cacher with a thousand watches of one scope. */
export const cacherFanOut: BenchCase = {
  name: 'cacher-fan-out',
  extra: true,
  description:
    '1,000 watches of one namespace, one event in each iteration of the event loop: time of one delivery',
  metrics: [
    { key: 'nanoseconds', unit: 'ns' },
    { key: 'cpuNanoseconds', unit: 'CPU ns' },
    { key: 'deliveriesPerCpuSecond', unit: 'deliveries/CPU s' },
  ],
  setup: { readers: 1_000, events: 5_000, burst: 1, warmUps: 1 },
  smoke: { readers: 100, events: 100, warmUps: 0 },
  contenders: [
    { name: 'a ReadableStream for each reader', module: module('fan-out-streams'), floor: true },
    { name: 'Cacher, for await', module: module('fan-out-iterators') },
    { name: 'Cacher, onReadable and take', module: module('fan-out-callbacks') },
    {
      name: 'Cacher, for await, ten events a turn',
      module: module('fan-out-iterators'),
      setup: { burst: 10 },
    },
  ],
}

/** The memory of idle watches. */
export const cacherIdle: BenchCase = {
  name: 'cacher-idle',
  extra: true,
  description: '10,000 watches without events: heap and buffers of each',
  metrics: [{ key: 'bytes', unit: 'bytes a watch' }],
  setup: { watches: 10_000 },
  smoke: { watches: 500 },
  contenders: [
    { name: 'a ReadableStream with a pending read', module: module('idle-streams'), floor: true },
    { name: 'Cacher, for await', module: module('idle-iterators') },
    { name: 'Cacher, the body of a response', module: module('idle-watch-bodies') },
    { name: 'fake apiserver, the body of a response', module: module('idle-bodies') },
  ],
}

/** Writes, with watches that read the events as bytes. */
export const cacherWrites: BenchCase = {
  name: 'cacher-writes',
  extra: true,
  description:
    'updates of 1,000 Pods of 7 KB in storage, ten watches that read their bytes: until all watches have read all events',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'cpuMs', unit: 'CPU ms' },
    { key: 'eventsPerSecond', unit: 'events/s' },
  ],
  setup: { events: 20_000, watches: 10, warmUps: 3 },
  smoke: { events: 500, warmUps: 0 },
  contenders: [
    { name: 'JSON.stringify', module: module('writes-stringify'), floor: true },
    { name: 'fake apiserver', module: module('writes-fake') },
  ],
}

/** Lists from bytes that are already encoded. */
export const cacherList: BenchCase = {
  name: 'cacher-list',
  extra: true,
  description: 'a list of 10,000 Pods of 7 KB, after a first list: until its last byte is read',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'cpuMs', unit: 'CPU ms' },
    { key: 'gigabytesPerSecond', unit: 'GB/s', digits: 2 },
  ],
  setup: { count: 10_000, lists: 10, warmUps: 1 },
  smoke: { count: 500, lists: 2, warmUps: 0 },
  contenders: [
    { name: 'the bytes of each Pod copied, beside the Pods', module: module('list-copy'), floor: true },
    { name: 'fake apiserver', module: module('list-fake') },
  ],
}

/** The memory of a cache in front of an apiserver, such as a relay. */
export const cacherMemory: BenchCase = {
  name: 'cacher-memory',
  extra: true,
  description:
    'a cache of {count} Pods of 7 KB in front of an apiserver, after a list of a reader: heap and buffers after full collections; the total includes Node and the code',
  metrics: [
    { key: 'megabytes', unit: 'MB', digits: 1 },
    { key: 'totalMegabytes', unit: 'MB in total', digits: 1 },
    { key: 'kilobytesPerPod', unit: 'KB/Pod', digits: 2 },
  ],
  setup: { count: 10_000 },
  smoke: { count: 500 },
  contenders: [
    { name: 'a Map of texts', module: module('root-texts'), floor: true },
    { name: 'objects', module: module('root-memory'), setup: { form: 'object' } },
    { name: 'rows', module: module('root-memory'), setup: { form: 'row' } },
    { name: 'rows, texts in SQLite', module: module('root-memory'), setup: { form: 'row', store: true } },
  ],
}

/** The same with more Pods than fit into the memory of a Durable Object. */
export const cacherMemoryLarge: BenchCase = {
  ...cacherMemory,
  name: 'cacher-memory-large',
  setup: { count: 100_000 },
  contenders: [
    { name: 'a Map of texts', module: module('root-texts'), floor: true },
    { name: 'rows, texts in SQLite', module: module('root-memory'), setup: { form: 'row', store: true } },
  ],
}

/** The start of a cache in front of an apiserver, such as a relay. */
export const cacherStart: BenchCase = {
  name: 'cacher-start',
  extra: true,
  description: 'a cache of {count} Pods of 7 KB: started -> the first bytes of a list of a reader',
  metrics: [
    { key: 'ms', unit: 'ms' },
    { key: 'cpuMs', unit: 'CPU ms' },
    { key: 'lists', unit: 'lists' },
  ],
  setup: { count: 10_000, warmUps: 1 },
  smoke: { count: 500, warmUps: 0 },
  server: new URL('../pods/server.ts', import.meta.url).href,
  contenders: [
    { name: 'from a list of the apiserver', module: module('root-start'), floor: true },
    { name: 'from SQLite', module: module('root-start'), setup: { isWarm: true } },
  ],
}
