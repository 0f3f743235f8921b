import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGzip } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { ProtocolError, StatusError } from '../../api/errors.ts'
import { defineResource } from '../../api/resource.ts'
import { discover } from '../../discovery/discover.ts'
import { type Answer, clientAnswering, errorOf } from '../../test/answering-client.ts'
import { createKubeClient } from '../kube-client.ts'
import { readLines } from '../read-lines.ts'
import { listTable } from '../tables/table.ts'
import { checkListSize } from './list-limits.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const at = { namespace: 'n', name: 'a' }

/** A response without end: a beginning, and the same text again and again. Reports its size and whether it was cancelled. */
function endless(beginning: string, repeated: string, init: ResponseInit = {}) {
  const encoder = new TextEncoder()
  const chunk = encoder.encode(repeated.repeat(Math.ceil(65_536 / repeated.length)))
  const seen = { bytes: 0, cancelled: false }
  const answer: Answer = () => {
    let next = encoder.encode(beginning)
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          controller.enqueue(next)
          seen.bytes += next.length
          next = chunk
        },
        cancel() {
          seen.cancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(body, { ...init, headers: { 'content-type': 'application/json' } })
  }
  return { answer, seen }
}

test('an error response: 64 KiB are read, and the error says so', async () => {
  const { answer, seen } = endless('busy: ', 'really ', { status: 503 })
  const error = await errorOf(clientAnswering([answer]).client.list(pods))
  expect(error).toBeInstanceOf(StatusError)
  expect(error).toMatchObject({ code: 503, reason: 'ServiceUnavailable' })
  expect(String(error)).toMatch(/busy: really .*… \(the response is longer than 65536 bytes\)$/)
  expect(String(error).length).toBeLessThan(500)
  expect(seen.bytes).toBeLessThan(200_000)
  expect(seen.cancelled).toBe(true)
})

test('an object, a Table and a discovery document: 64 MiB are read', async () => {
  const { answer, seen } = endless('{"a":"', 'a')
  for (const call of [
    () => clientAnswering([answer]).client.get(pods, at),
    () => listTable(clientAnswering([answer]).client, pods),
    () => discover(clientAnswering([answer]).client),
  ]) {
    seen.bytes = 0
    const error = await errorOf(call())
    expect(error).toBeInstanceOf(ProtocolError)
    expect(String(error)).toMatch(/67108864 bytes/)
    expect(seen.bytes).toBeLessThan(70_000_000 * 2)
    expect(seen.cancelled).toBe(true)
  }
})

test('an item of a list, and an event of a watch: 64 MiB are read', async () => {
  const list = endless('{"metadata":{},"items":[{"a":"', 'a')
  expect(String(await errorOf(clientAnswering([list.answer]).client.list(pods)))).toMatch(
    /an item of a list is longer than 67108864 bytes/,
  )
  const watch = endless('{"type":"ADDED","object":{"a":"', 'a')
  const events: unknown[] = []
  for await (const read of await clientAnswering([watch.answer]).client.watch(pods)) events.push(...read)
  expect(events).toMatchObject([
    {
      type: 'ERROR',
      object: { message: expect.stringMatching(/a watch event is longer than 67108864 bytes/) },
    },
  ])
  expect([list.seen.cancelled, watch.seen.cancelled]).toEqual([true, true])
})

test('an ERROR event: 4 MiB', async () => {
  const line = JSON.stringify({ type: 'ERROR', object: { kind: 'Status', message: 'a'.repeat(2 ** 22) } })
  const { client } = clientAnswering([
    () => new Response(`${line}\n`, { headers: { 'content-type': 'application/json' } }),
  ])
  const events: unknown[] = []
  for await (const read of await client.watch(pods)) events.push(...read)
  expect(events).toMatchObject([
    { object: { message: expect.stringMatching(/an ERROR event is longer than 4194304 bytes/) } },
  ])
})

test('a list without end: two million objects', async () => {
  const { answer, seen } = endless('{"metadata":{},"items":[{}', ',{}')
  const error = await errorOf(clientAnswering([answer]).client.list(pods))
  expect(String(error)).toMatch(/^ProtocolError: list pods.*: the list exceeds 2000000 objects/)
  expect(seen.cancelled).toBe(true)
}, 120_000)

test('the size of a list is limited in each direction', () => {
  expect(() => checkListSize({ items: 2_000_000, bytes: 2 ** 31, pages: 20_000 })).not.toThrow()
  for (const size of [{ items: 2_000_001 }, { bytes: 2 ** 31 + 1 }, { pages: 20_001 }])
    expect(() => checkListSize(size)).toThrow(ProtocolError)
})

test('a gzip bomb over a real connection: an error response, an object and a line of a log', async () => {
  const server = createServer((request, response) => {
    const status = request.url?.includes('pods/a') ? 200 : 500
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    const gzip = createGzip()
    gzip.pipe(response)
    const block = Buffer.alloc(1 << 20, 'a')
    const pump = () => {
      while (!response.destroyed && gzip.write(block)) {}
    }
    gzip.on('drain', pump)
    response.on('close', () => gzip.destroy())
    gzip.write('"')
    pump()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const client = createKubeClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  expect(String(await errorOf(client.list(pods)))).toMatch(/longer than 65536 bytes/)
  expect(String(await errorOf(client.get(pods, at)))).toMatch(/longer than 67108864 bytes/)
  const { body } = await client.request('/api/v1/namespaces/n/pods/a/log')
  for await (const line of readLines(body ?? new ReadableStream())) {
    expect([line.length, line.at(-1)]).toEqual([65_537, '…'])
    break
  }
})
