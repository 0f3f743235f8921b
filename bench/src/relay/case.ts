import type { BenchCase, Contender } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href
const missing: Contender['missing'] = () => (process.platform === 'linux' ? undefined : 'needs Linux')
const FLOOR = 'a ReadableStream for each reader'

/** Many readers of one view, in one process. */
export const relayFanOut: BenchCase = {
  name: 'relay-fan-out',
  extra: true,
  description:
    '{readers} readers of one view in this process: one event of 1 KB a flush, and {burst} of them',
  metrics: [
    { key: 'cpuMicroseconds', unit: 'CPU us a write', digits: 2 },
    { key: 'deliveriesPerCpuSecond', unit: 'deliveries/CPU s in bursts' },
  ],
  setup: { readers: 1000, writes: 200, burst: 50, bursts: 100 },
  smoke: { readers: 20, writes: 4, bursts: 4 },
  contenders: [
    { name: FLOOR, module: module('streams-bare'), floor: true },
    { name: 'relay', module: module('streams-relay') },
  ],
}

/** The same over HTTP. CPU time of the server, whose readers are in another process. */
export const relaySockets: BenchCase = {
  ...relayFanOut,
  name: 'relay-sockets',
  description: '{readers} readers over HTTP in Node: one event of 1 KB a flush, and {burst} of them',
  setup: { readers: 500, writes: 100, burst: 50, bursts: 60 },
  contenders: [
    { name: 'node:http, a write to each response', module: module('sockets-bare'), floor: true },
    { name: 'relay', module: module('sockets-relay') },
  ],
}

/** The same in a Durable Object. CPU time of workerd, whose readers are in another process. */
export const relayWorkerdFanOut: BenchCase = {
  ...relayFanOut,
  name: 'relay-workerd-fan-out',
  description:
    '{readers} readers over HTTP of a Durable Object: one event of 1 KB a flush, and {burst} of them',
  setup: { readers: 500, writes: 80, burst: 50, bursts: 80 },
  contenders: [
    { name: FLOOR, module: module('workerd-fan-out'), setup: { className: 'Bare' }, missing, floor: true },
    { name: 'relay', module: module('workerd-fan-out'), setup: { className: 'Relaying' }, missing },
  ],
}

/** The memory of idle readers in workerd. */
export const relayWorkerdIdle: BenchCase = {
  ...relayWorkerdFanOut,
  name: 'relay-workerd-idle',
  description:
    '{readers} readers of a Durable Object, over HTTP unless named, without events: memory of each in workerd',
  metrics: [
    { key: 'heapBytes', unit: 'bytes of heap' },
    { key: 'residentBytes', unit: 'resident bytes' },
  ],
  setup: { readers: 2000 },
  smoke: { readers: 100 },
  contenders: [
    ...relayWorkerdFanOut.contenders.map(contender => ({ ...contender, module: module('workerd-idle') })),
  ],
}

/** The memory of idle readers over hibernatable WebSockets in workerd. */
export const relayWorkerdSockets: BenchCase = {
  ...relayWorkerdIdle,
  name: 'relay-workerd-sockets',
  description:
    '{readers} idle readers of a Durable Object over hibernatable WebSockets: memory of each in workerd',
  setup: { readers: 1000, idleMs: 20_000 },
  // No object leaves memory.
  smoke: { readers: 100, idleMs: 0 },
  contenders: [
    {
      name: 'an object that only accepts them',
      module: module('workerd-leaf'),
      setup: { cluster: 'bare' },
      missing,
      floor: true,
    },
    { name: 'relay, awake', module: module('workerd-leaf'), setup: { cluster: 'awake', idleMs: 0 }, missing },
    { name: 'relay, asleep', module: module('workerd-leaf'), setup: { cluster: 'sleeping' }, missing },
  ],
}

/** The start of a relay until its first list. */
export const relayWarmStart: BenchCase = {
  name: 'relay-warm-start',
  extra: true,
  description:
    'a relay of {count} Pods of 7 KB in Node: from its start to the first byte of a list at resourceVersion=0',
  metrics: [
    { key: 'firstByteMs', unit: 'ms', digits: 1 },
    { key: 'lastByteMs', unit: 'ms to the last byte' },
    { key: 'lists', unit: 'lists of the apiserver' },
  ],
  setup: { count: 10_000, warmUps: 1 },
  smoke: { count: 500, warmUps: 0 },
  server: new URL('../pods/server.ts', import.meta.url).href,
  contenders: [
    { name: 'from a list of the apiserver', module: module('warm-start'), floor: true },
    { name: 'from SQLite', module: module('warm-start'), setup: { isWarm: true } },
  ],
}

/** The same in a Durable Object. */
export const relayWorkerdWarmStart: BenchCase = {
  ...relayWarmStart,
  name: 'relay-workerd-warm-start',
  description:
    'a relay of {count} Pods of 7 KB in a Durable Object: from its start to the first byte of a list at resourceVersion=0',
  setup: { count: 10_000 },
  smoke: { count: 500 },
  contenders: relayWarmStart.contenders.map(contender => ({
    ...contender,
    module: module('workerd-warm-start'),
    missing,
  })),
}

/** Lists from a relay whose cache is filled. */
export const relayWarmList: BenchCase = {
  name: 'relay-warm-list',
  extra: true,
  description:
    'a list of {count} Pods of 7 KB over HTTP: until its first byte, and lists that the apiserver received',
  metrics: [
    { key: 'firstByteMs', unit: 'ms', digits: 1 },
    { key: 'lastByteMs', unit: 'ms to the last byte' },
    { key: 'lists', unit: 'lists of the apiserver' },
  ],
  setup: { count: 10_000, lists: 3 },
  smoke: { count: 200, lists: 2 },
  server: module('list-server'),
  contenders: [
    {
      name: 'the fake apiserver',
      module: module('first-byte'),
      setup: { from: 'upstream', query: '' },
      floor: true,
    },
    {
      name: 'relay, resourceVersion=0',
      module: module('first-byte'),
      setup: { from: 'relay', query: 'resourceVersion=0', isFromCache: true },
    },
    { name: 'relay, consistent', module: module('first-byte'), setup: { from: 'relay', query: '' } },
  ],
}
