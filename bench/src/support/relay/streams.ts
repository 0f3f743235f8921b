import { ByteCount } from './byte-count.ts'
import { type FanOutRig, ownCpuMs } from './measure-fan-out.ts'

/** Readers of streams in this process. */
export function readStreams(
  streams: readonly ReadableStream<Uint8Array>[],
  push: (events: number) => void,
): FanOutRig {
  const count = new ByteCount()
  for (const stream of streams) void readAll(stream, count)
  return { push, received: bytes => count.next(bytes), cpuMs: ownCpuMs }
}

async function readAll(stream: ReadableStream<Uint8Array>, count: ByteCount): Promise<void> {
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) count.add(read.value.length)
  throw new Error('a stream has ended')
}
