import type { ServerResponse } from 'node:http'
import { pushedBody } from '@kube-informer/cacher/http'
import { onAbort, withResolvers } from '@kube-informer/core/internal'
import { ChunkFrames } from './chunk-frames.ts'

const frames = new ChunkFrames()

/** Sends the body of a watch; undefined if it is another one. Resolves at its end, or when the signal aborts. */
export function sendWatch(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> | undefined {
  const { promise, resolve, reject } = withResolvers<void>()
  // Not in HTTP/2 and HTTP/1.0.
  const isChunked = outgoing.chunkedEncoding === true
  const enqueue = (chunk: Uint8Array) => outgoing.write(isChunked ? frames.of(chunk) : chunk)
  const pushed = pushedBody(body, { enqueue, close: resolve, error: reject })
  if (!pushed) return undefined
  const cancel = () => {
    pushed.cancel()
    resolve()
  }
  outgoing.on('drain', () => pushed.pull())
  const unsubscribe = onAbort(signal, cancel)
  // Node would frame each chunk for each reader: four buffers in place of one.
  if (isChunked) outgoing.chunkedEncoding = false
  pushed.pull()
  return promise.finally(() => {
    unsubscribe()
    // For the last chunk, which Node sends.
    if (isChunked) outgoing.chunkedEncoding = true
  })
}
