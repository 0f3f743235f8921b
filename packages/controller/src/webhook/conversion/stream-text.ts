import type { Clock } from '@kube-informer/core'

/** A body of parts that are encoded one after another, as they are read. */
export function streamText(parts: Iterable<string>, clock: Clock): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = parts[Symbol.iterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = iterator.next()
      if (done) return controller.close()
      controller.enqueue(encoder.encode(value))
      await clock.yieldToHost()
    },
  })
}
