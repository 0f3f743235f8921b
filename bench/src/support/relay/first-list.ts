import { setTimeout } from 'node:timers/promises'
import { startStopwatch } from '../measure/stopwatch.ts'

const PATH = '/api/v1/pods?resourceVersion=0'

/** The times from now to the first and to the last byte of a list, which is repeated while the relay has no state. */
export async function timeFirstList(send: (path: string) => Promise<Response>, pods: number) {
  const stopwatch = startStopwatch()
  let response = await send(PATH)
  while (response.status === 429) {
    await response.body?.cancel()
    await setTimeout(2)
    response = await send(PATH)
  }
  let first: ReturnType<typeof stopwatch> | undefined
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    first ??= stopwatch()
    bytes += chunk.length
  }
  const last = stopwatch()
  if (!first || bytes < pods * 4000) throw new Error(`${response.status}: ${bytes} bytes`)
  return { firstByteMs: first.ms, lastByteMs: last.ms, firstByteCpuMs: first.cpuMs }
}
