import { type Clock, sleep } from '@kube-informer/core'
import { gzipMember } from '../compress/gzip-member.ts'
import type { ShapeAction } from './fault-action.ts'

type Bytes = Uint8Array<ArrayBuffer>

export interface ShapeOptions {
  readonly clock: Clock
  /** Called when this stream starts or stops holding bytes that the reader has not received. */
  readonly onHeld: (isHeld: boolean) => void
}

const DEFAULT_SLOW_BYTES = 1024

/** The same bytes in other chunks, at another pace, or compressed. */
export function shapedBody(
  body: ReadableStream<Bytes>,
  shape: ShapeAction,
  options: ShapeOptions,
): ReadableStream<Bytes> {
  const reader = body.getReader()
  const cancelled = new AbortController()
  const chunks = shaped(reader, shape, options, cancelled.signal)
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel(reason) {
        cancelled.abort()
        options.onHeld(false)
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

async function* shaped(
  reader: ReadableStreamDefaultReader<Bytes>,
  shape: ShapeAction,
  { clock, onHeld }: ShapeOptions,
  signal: AbortSignal,
): AsyncGenerator<Bytes, undefined> {
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    onHeld(true)
    const chunks = await reshaped(read.value, shape)
    for (const [index, chunk] of chunks.entries()) {
      if (shape.type === 'slow') await sleep(clock, shape.everyMs, signal)
      if (index === chunks.length - 1) onHeld(false)
      yield chunk
    }
  }
}

async function reshaped(chunk: Bytes, shape: ShapeAction): Promise<readonly Bytes[]> {
  switch (shape.type) {
    case 'gzip':
      return [await gzipMember(chunk)]
    case 'split':
      return pieces(chunk, shape.bytes ?? 1)
    case 'slow':
      return pieces(chunk, shape.bytes ?? DEFAULT_SLOW_BYTES)
  }
}

function pieces(chunk: Bytes, length: number): readonly Bytes[] {
  const size = Math.max(1, length)
  return Array.from({ length: Math.ceil(chunk.length / size) }, (_, index) =>
    chunk.slice(index * size, (index + 1) * size),
  )
}
