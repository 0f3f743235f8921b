import { setImmediate } from 'node:timers/promises'
import type { CacherWatch } from '@kube-informer/cacher'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'

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
    { name: 'a ReadableStream for each reader', run: pushToStreams, floor: true },
    { name: 'Cacher, for await', run: setup => pushToWatches(setup, iterate) },
    { name: 'Cacher, onReadable and take', run: setup => pushToWatches(setup, takeWhenReadable) },
    {
      name: 'Cacher, for await, ten events a turn',
      run: setup => pushToWatches(setup, iterate),
      setup: { burst: 10 },
    },
  ],
}

/** The floor: one stream for each reader; each event is enqueued into every stream. */
async function pushToStreams(setup: Setup): Promise<Sample> {
  const { FIRST, objectAt } = await import('../support/cacher/filled-cacher.ts')
  return measureDeliveries(setup, async ({ readers, events }) => {
    const controllers: ReadableStreamDefaultController<unknown>[] = []
    const streams = Array.from(
      { length: readers },
      () => new ReadableStream({ start: controller => void controllers.push(controller) }),
    )
    const finished = Promise.all(streams.map(stream => readStream(stream, events)))
    return {
      write: version => {
        const object = objectAt(version, FIRST + version)
        for (const controller of controllers) controller.enqueue(object)
      },
      finished: finished.then(() => undefined),
    }
  })
}

async function readStream(stream: ReadableStream<unknown>, events: number): Promise<void> {
  const reader = stream.getReader()
  for (let received = 0; received < events; received++) await reader.read()
}

/** Watches of one scope of a Cacher, each read to its end by the given function. */
async function pushToWatches(
  setup: Setup,
  readAll: (watch: CacherWatch, events: number) => Promise<void>,
): Promise<Sample> {
  const { FIRST, filledCacher, objectAt } = await import('../support/cacher/filled-cacher.ts')
  return measureDeliveries(setup, async ({ readers, events }) => {
    const cacher = filledCacher()
    const reading: Promise<void>[] = []
    for (let reader = 0; reader < readers; reader++) {
      const watch = await cacher.watch({
        namespace: 'default',
        resourceVersion: String(FIRST),
        queueSize: 100,
      })
      reading.push(readAll(watch, events))
    }
    return {
      write: version => cacher.update(objectAt(version, FIRST + version)),
      finished: Promise.all(reading).then(() => undefined),
    }
  })
}

/** Reads a watch as an async iterable. */
async function iterate(watch: AsyncIterable<readonly unknown[]>, events: number): Promise<void> {
  let received = 0
  for await (const deliveries of watch) {
    received += deliveries.length
    if (received === events) return
  }
  throw new Error(`the watch ended after ${received} events`)
}

/** Reads a watch in its `onReadable` callback. */
function takeWhenReadable(watch: CacherWatch, events: number): Promise<void> {
  let received = 0
  return new Promise((resolve, reject) => {
    const read = () => {
      received += watch.take().length
      if (received === events) resolve()
      else if (watch.isOver) reject(new Error(`the watch ended after ${received} events`))
    }
    read()
    watch.onReadable(read)
  })
}

/** Delivers events to many readers. */
interface FanOutRig {
  write(version: number): void
  /** Resolves when each reader has received that many events. */
  finished: Promise<void>
}

/** Writes `events` events, `burst` of them in each iteration of the event loop, and waits until all readers have received all. */
async function measureDeliveries(
  { events, readers, burst }: Setup,
  start: (count: { readers: number; events: number }) => Promise<FanOutRig>,
): Promise<Sample> {
  const rig = await start({ readers: Number(readers), events: Number(events) })
  globalThis.gc?.()
  const started = performance.now()
  const cpu = process.cpuUsage()
  for (let version = 1; version <= Number(events); version++) {
    rig.write(version)
    if (version % Number(burst) === 0) await setImmediate()
  }
  await rig.finished
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(cpu)
  const deliveries = Number(events) * Number(readers)
  return {
    nanoseconds: (ms * 1e6) / deliveries,
    cpuNanoseconds: ((user + system) * 1000) / deliveries,
    deliveriesPerCpuSecond: deliveries / ((user + system) / 1e6),
  }
}
