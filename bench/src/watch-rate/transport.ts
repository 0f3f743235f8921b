import type { Sample, Setup } from '../bench-case.ts'
import { serverOf } from '../pods/informer.ts'
import { rateOf, startStopwatch } from '../pods/stopwatch.ts'
import { letGo, loadFetch } from '../pods/stream.ts'

const NEWLINE = 10
const LENGTH_BYTES = 4

/** The floor: the bytes are read and discarded, and their lines or frames counted. */
export async function run(setup: Setup): Promise<Sample> {
  const url = serverOf(setup)
  const events = Number(setup.events)
  const countIn = setup.protobuf ? frameCounter() : linesOf
  await loadFetch(url)
  const stopping = new AbortController()
  const { body } = await fetch(`${url}/api/v1/pods?watch=true`, { signal: stopping.signal })
  const reader = body?.getReader()
  const stopwatch = startStopwatch()
  letGo(url)
  let counted = 0
  while (reader && counted < events) {
    const { value } = await reader.read()
    if (value === undefined) throw new Error(`ended after ${counted} events`)
    counted += countIn(Buffer.from(value.buffer, value.byteOffset, value.length))
  }
  const rate = rateOf(stopwatch(), counted)
  stopping.abort()
  return rate
}

function linesOf(chunk: Buffer): number {
  let lines = 0
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) lines++
  return lines
}

/** Counts the frames of protobuf, each preceded by its length in four bytes. A chunk may end anywhere. */
function frameCounter(): (chunk: Buffer) => number {
  const prefix = Buffer.alloc(LENGTH_BYTES)
  let prefixed = 0
  let rest = 0
  return chunk => {
    let frames = 0
    for (let at = 0; at < chunk.length; ) {
      if (prefixed < LENGTH_BYTES) {
        prefix[prefixed++] = chunk[at++] ?? 0
        rest = prefix.readUInt32BE()
        continue
      }
      const skipped = Math.min(rest, chunk.length - at)
      at += skipped
      rest -= skipped
      if (rest > 0) continue
      frames++
      prefixed = 0
    }
    return frames
  }
}
