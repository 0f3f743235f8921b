import type { Sample, Setup } from '../bench-case.ts'
import { rateOf, startStopwatch } from '../pods/stopwatch.ts'
import { letGo, loadFetch } from '../pods/stream.ts'

const NEWLINE = 10

/** The floor: the bytes are read and discarded, and their lines counted. */
export async function run({ url, events }: Setup): Promise<Sample> {
  await loadFetch(url)
  const stopping = new AbortController()
  const { body } = await fetch(`${url}/api/v1/pods?watch=true`, { signal: stopping.signal })
  const reader = body?.getReader()
  const stopwatch = startStopwatch()
  letGo(url)
  let lines = 0
  while (reader && lines < Number(events)) {
    const { value } = await reader.read()
    if (value === undefined) throw new Error(`ended after ${lines} events`)
    lines += linesOf(Buffer.from(value.buffer, value.byteOffset, value.length))
  }
  const rate = rateOf(stopwatch(), lines)
  stopping.abort()
  return rate
}

function linesOf(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines++
  return lines
}
