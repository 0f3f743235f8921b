import { setImmediate } from 'node:timers/promises'
import { createFakeApiserver } from '@kube-informer/testing'
import type { Run } from '../bench-case.ts'
import { rateOf, startStopwatch } from '../pods/stopwatch.ts'
import { somePods, versionsOf } from './pod-versions.ts'

const BATCH_SIZE = 10
const NEWLINE = 10

/** Writes to the storage of the fake apiserver, with HTTP watches whose bytes are read. */
export const run: Run = async ({ events, watches, isWarmUp }) => {
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
