import { expect, test } from 'vitest'
import { isBadRequest, ProtocolError } from '../api/errors.ts'
import { clientAnswering, errorOf, statusResponse } from '../test/answering-client.ts'
import { podLogs } from './pod-logs.ts'
import { readLines } from './read-lines.ts'

const pod = { namespace: 'n', name: 'web-0' }
const TEXT = 'eins\r\nzwei — drei\n\n🛳\nohne Ende'

async function linesOf(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const lines: string[] = []
  for await (const line of readLines(stream)) lines.push(line)
  return lines
}

/** The bytes of a text in chunks of this size. */
function piecesOf(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let from = 0
  return new ReadableStream({
    pull(controller) {
      if (from >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(from, from + size))
      from += size
    },
  })
}

test('a log is requested with its options and returned as a stream', async () => {
  const { client, sent } = clientAnswering([() => new Response(piecesOf(TEXT, 3))])
  const options = {
    container: 'app',
    follow: true,
    tailLines: 0,
    timestamps: true,
    sinceTime: '2026-01-01T00:00:00Z',
  }
  const log = await podLogs(client, pod, options)
  expect(await new Response(log).text()).toBe(TEXT)
  expect(sent[0]?.url.pathname).toBe('/api/v1/namespaces/n/pods/web-0/log')
  expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
    container: 'app',
    follow: 'true',
    tailLines: '0',
    timestamps: 'true',
    sinceTime: '2026-01-01T00:00:00Z',
    pretty: 'false',
  })
})

test('a container that has not started is a StatusError', async () => {
  const { client } = clientAnswering([statusResponse(400, 'BadRequest')])
  const error = await errorOf(podLogs(client, pod))
  expect(isBadRequest(error)).toBe(true)
  expect(String(error)).toMatch(/get pods\/log "web-0" in namespace "n"/)
})

test('T-ANS-6: the page of a gateway is no log', async () => {
  let isCancelled = false
  const page = new ReadableStream({
    start: controller => controller.enqueue(new TextEncoder().encode('<html>csrf=SECRET</html>')),
    cancel: () => {
      isCancelled = true
    },
  })
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  const { client } = clientAnswering([() => new Response(page, { headers })])
  const error = await errorOf(podLogs(client, pod))
  expect(error).toBeInstanceOf(ProtocolError)
  expect(String(error)).toMatch(/get pods\/log "web-0" in namespace "n": expected a log and got text\/html/)
  expect(isCancelled).toBe(true)
})

test.each(['text/plain', 'application/json', 'application/octet-stream', ''])(
  'T-ANS-6: a log may have the type %j, whatever its text',
  async type => {
    const text = '<html>printed by the container</html>'
    const log = () => new Response(piecesOf(text, 9), { headers: type ? { 'content-type': type } : {} })
    expect(await linesOf(await podLogs(clientAnswering([log]).client, pod))).toEqual([text])
  },
)

test.each([1, 2, 3, 5, 1_000])('lines are complete for chunks of %i bytes', async size => {
  const lines = await linesOf(piecesOf(TEXT, size))
  expect(lines).toEqual(['eins', 'zwei — drei', '', '🛳', 'ohne Ende'])
})

test('an empty text has no lines, and a final newline adds no line', async () => {
  expect(await linesOf(piecesOf('', 1))).toEqual([])
  expect(await linesOf(piecesOf('a\n', 9))).toEqual(['a'])
  expect(await linesOf(piecesOf('\n\n', 9))).toEqual(['', ''])
})

test('ending the iteration cancels the stream', async () => {
  let cancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull: controller => controller.enqueue(new TextEncoder().encode('line\n')),
    cancel: () => {
      cancelled = true
    },
  })
  for await (const line of readLines(endless)) {
    expect(line).toBe('line')
    break
  }
  expect(cancelled).toBe(true)
})

test('a failing stream yields its complete lines and then throws', async () => {
  const parts = ['one\ntwo', 'x']
  const breaking = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift()
      if (part === 'x' || part === undefined) controller.error(new TypeError('network error'))
      else controller.enqueue(new TextEncoder().encode(part))
    },
  })
  const read: string[] = []
  const error = await errorOf(
    (async () => {
      for await (const line of readLines(breaking)) read.push(line)
    })(),
  )
  expect(error).toBeInstanceOf(TypeError)
  expect(read).toEqual(['one'])
})

test.each([1, 3, 7, 1_000])('a long line is cut visibly, in chunks of %i bytes', async size => {
  const lines: string[] = []
  for await (const line of readLines(piecesOf('12345\r\n123456\n1234567890\nab\n123456', size), {
    maxLength: 5,
  }))
    lines.push(line)
  expect(lines).toEqual(['12345', '12345…', '12345…', 'ab', '12345…'])
})

test('a line without an end is yielded once, with bounded memory', async () => {
  const chunk = new Uint8Array(64 * 1024).fill(0x61)
  let sent = 0
  const endless = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        sent++
        controller.enqueue(sent < 1_000 ? chunk : new TextEncoder().encode('\nnext\n'))
        if (sent === 1_000) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const lines = readLines(endless)
  const { value } = await lines.next()
  expect([value?.length, value?.at(-1)]).toEqual([65_537, '…'])
  expect(sent).toBeLessThan(4)
  expect((await lines.next()).value).toBe('next')
})
