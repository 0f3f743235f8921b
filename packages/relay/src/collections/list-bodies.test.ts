import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { ListBodies } from './list-bodies.ts'

const KEY = JSON.stringify(['v1/pods', '', 'application/json'])

/** A response whose chunks are produced when they are read. */
function responseOf(...texts: readonly string[]) {
  let produced = 0
  let isCancelled = false
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: controller => {
        const text = texts[produced++]
        if (text === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(text))
      },
      cancel: () => {
        isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  const response = new Response(body, { headers: { 'Content-Type': 'application/json' } })
  return { response, produced: () => produced, isCancelled: () => isCancelled }
}

function setUp(maxBytes = 400) {
  const clock = new FakeClock()
  return { clock, bodies: new ListBodies({ clock, maxAgeMs: 5000, maxBytes }) }
}

test('a body is passed on while it is produced, and kept at its end', async () => {
  const { bodies, clock } = setUp()
  const { response } = responseOf('a', 'b')
  const sent = bodies.keep(KEY, response)
  expect(sent.headers.get('Content-Type')).toBe('application/json')
  expect(await sent.text()).toBe('ab')
  expect(await bodies.get(KEY)?.text()).toBe('ab')
  expect(await bodies.get(KEY)?.text()).toBe('ab')
  await clock.advance(5000)
  expect(bodies.get(KEY)).toBeUndefined()
})

test('the age of a body counts from its beginning', async () => {
  const { bodies, clock } = setUp()
  const sent = bodies.keep(KEY, responseOf('a').response)
  await clock.advance(4999)
  await sent.text()
  expect(bodies.get(KEY)).toBeDefined()
  await clock.advance(1)
  expect(bodies.get(KEY)).toBeUndefined()
})

test('of a large body no more than the limit is read ahead, and nothing is kept', async () => {
  const { bodies } = setUp(400)
  const { response, produced } = responseOf(...Array.from({ length: 100 }, () => 'x'.repeat(50)))
  const reader = bodies.keep(KEY, response).body?.getReader()
  expect((await reader?.read())?.value).toHaveLength(50)
  await Promise.resolve()
  expect(produced()).toBeLessThan(6)
  while (!(await reader?.read())?.done);
  expect(bodies.get(KEY)).toBeUndefined()
})

test('a body that was begun before its collection was restored is not kept', async () => {
  const { bodies } = setUp(4)
  const sent = bodies.keep(KEY, responseOf('a', 'b').response)
  bodies.forget('v1/pods')
  expect(await sent.text()).toBe('ab')
  expect(bodies.get(KEY)).toBeUndefined()
})

test('a reader that leaves ends the body', async () => {
  const { bodies } = setUp(4)
  const { response, isCancelled } = responseOf('a', 'b', 'c', 'd')
  await bodies.keep(KEY, response).body?.cancel()
  expect(isCancelled()).toBe(true)
  expect(bodies.get(KEY)).toBeUndefined()
})
