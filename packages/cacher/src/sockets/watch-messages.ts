import type { Bytes } from '../api/encodable.ts'
import { concat } from '../http/encoding/encode.ts'

/** An event: its JSON with the newline, or its protobuf without the length. */
export type WatchMessage = string | Bytes

/** The length of an event in protobuf precedes it: four bytes, the highest first. */
const LENGTH_BYTES = 4

/** The events in the body of a watch, as the messages of a WebSocket. The content type tells their encoding. */
export function watchMessages({
  body,
  headers,
}: Pick<Response, 'body' | 'headers'>): ReadableStream<readonly WatchMessage[]> {
  if (!body) throw new TypeError('a watch without a body')
  const isProtobuf = headers.get('Content-Type')?.includes('protobuf') ?? false
  return isProtobuf
    ? body.pipeThrough(new TransformStream(frames()))
    : body.pipeThrough(new TextDecoderStream()).pipeThrough(new TransformStream(lines()))
}

function lines(): Transformer<string, readonly string[]> {
  let rest = ''
  return {
    transform(text, controller) {
      const ended = (rest + text).split('\n')
      rest = ended.pop() ?? ''
      if (ended.length > 0) controller.enqueue(ended.map(line => `${line}\n`))
    },
  }
}

function frames(): Transformer<Uint8Array<ArrayBuffer>, readonly Bytes[]> {
  let rest: Bytes = new Uint8Array()
  return {
    transform(chunk, controller) {
      const bytes = rest.length === 0 ? chunk : concat([rest, chunk])
      const complete: Bytes[] = []
      let at = 0
      for (let end = endOfFrame(bytes, at); end <= bytes.length; end = endOfFrame(bytes, at)) {
        complete.push(bytes.subarray(at + LENGTH_BYTES, end))
        at = end
      }
      rest = bytes.subarray(at)
      if (complete.length > 0) controller.enqueue(complete)
    },
  }
}

/** The end of the frame at an offset; infinite if its length has not arrived. */
function endOfFrame({ buffer, byteOffset, length }: Bytes, at: number): number {
  if (at + LENGTH_BYTES > length) return Number.POSITIVE_INFINITY
  return at + LENGTH_BYTES + new DataView(buffer, byteOffset).getUint32(at)
}
