import { setImmediate } from 'node:timers/promises'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { rateOf, startStopwatch } from '../support/measure/stopwatch.ts'

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
    { name: 'JSON.stringify', run: stringify, floor: true },
    { name: 'fake apiserver', run: writeToServer },
  ],
}

/** The floor: only the JSON text of each event. */
async function stringify({ events }: Setup): Promise<Sample> {
  const { somePods, versionsOf } = await import('../support/cacher/pod-versions.ts')
  const pods = somePods()
  globalThis.gc?.()
  const stopwatch = startStopwatch()
  let characters = 0
  for (const pod of versionsOf(pods, Number(events))) characters += JSON.stringify(pod).length
  const rate = rateOf(stopwatch(), Number(events))
  if (characters < Number(events) * 6000) throw new Error(`${characters} characters`)
  return rate
}

const BATCH_SIZE = 10
const NEWLINE = 10

/** Writes to the storage of the fake apiserver, with HTTP watches whose bytes are read. */
async function writeToServer({ events, watches, isWarmUp }: Setup): Promise<Sample> {
  const { somePods, versionsOf } = await import('../support/cacher/pod-versions.ts')
  const { createFakeApiserver } = await import('@kube-informer/testing')
  const pods = somePods()
  const server = createFakeApiserver({ objects: pods })
  const reading: Promise<number>[] = []
  for (let watch = 0; watch < Number(watches); watch++) {
    const query = `watch=1&resourceVersion=${server.rv}`
    const response = await server.fetch(`http://fake/api/v1/pods?${query}`)
    // Counting the lines takes as long as writing them, so only unmeasured runs count them.
    if (response.body) reading.push(readAll(response.body, isWarmUp ? countLines : countBytes))
  }
  globalThis.gc?.()
  const stopwatch = startStopwatch()
  let written = 0
  for (const pod of versionsOf(pods, Number(events))) {
    server.update(pod)
    if (++written % BATCH_SIZE === 0) await setImmediate()
  }
  server.dropWatches()
  const received = await Promise.all(reading)
  const rate = rateOf(stopwatch(), Number(events))
  const least = isWarmUp ? Number(events) : Number(events) * 6000
  if (received.some(count => count < least || count !== received[0]))
    throw new Error(`${received.join(', ')} of ${events} events were read`)
  return rate
}

async function readAll(
  body: ReadableStream<Uint8Array>,
  count: (chunk: Uint8Array) => number,
): Promise<number> {
  let total = 0
  for await (const chunk of body) total += count(chunk)
  return total
}

const countBytes = (chunk: Uint8Array): number => chunk.length

function countLines(chunk: Uint8Array): number {
  let lines = 0
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++
  return lines
}
