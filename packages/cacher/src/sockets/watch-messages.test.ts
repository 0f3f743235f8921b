import { describe, expect, test } from 'vitest'
import { concat } from '../http/encoding/encode.ts'
import { type WatchMessage, watchMessages } from './watch-messages.ts'

const utf8 = new TextEncoder()
const TEXTS = ['first', '', 'größer '.repeat(50), 'last']
const framed = (text: string) => {
  const content = utf8.encode(text)
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, content.length)
  return concat([length, content])
}

/** The messages of a body that arrives in pieces of a size. */
async function messagesOf(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
  type: string,
): Promise<readonly WatchMessage[]> {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let from = 0; from < bytes.length; from += size) controller.enqueue(bytes.slice(from, from + size))
      controller.close()
    },
  })
  const messages: WatchMessage[] = []
  const reader = watchMessages(new Response(body, { headers: { 'content-type': type } })).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) messages.push(...read.value)
  return messages
}

describe.each([1, 3, 5, 64, 10_000])('the events of a body in pieces of %i bytes', size => {
  test('in protobuf are messages without their lengths, and a truncated one is none', async () => {
    const bytes = concat([...TEXTS.map(framed), framed('truncated').subarray(0, 7)])
    const type = 'application/vnd.kubernetes.protobuf;stream=watch'
    expect(await messagesOf(bytes, size, type)).toEqual(TEXTS.map(text => utf8.encode(text)))
  })

  test('in JSON are lines, and a truncated one is none', async () => {
    const lines = TEXTS.map(text => `${JSON.stringify(text)}\n`)
    const bytes = utf8.encode(`${lines.join('')}"trunc`)
    expect(await messagesOf(bytes, size, 'application/json')).toEqual(lines)
  })
})
