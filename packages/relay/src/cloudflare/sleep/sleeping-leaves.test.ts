import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import {
  CATCH_UP_PATH,
  internalRequest,
  MAY_SLEEP,
  MUST_WAKE,
  SLEEP_PATH,
  WAKE_PATH,
} from '../internal-requests.ts'
import { objectName } from '../node-address.ts'
import { SleepingLeaves } from './sleeping-leaves.ts'

const leaf = { cluster: '', leaves: 2, fanout: 32, node: { level: 0, index: 1 }, resource: '' } as const
const VIEW = '/api/v1/namespaces/a/pods?watch=1&resourceVersion=5'
const ALL = '/api/v1/pods?watch=1&resourceVersion=5'

let clock: FakeClock
let bodies: Map<string, ReadableStreamDefaultController<Uint8Array>>
let cancelled: string[]
/** In Node, the signal of a request stops working when the request is garbage collected. */
let requests: Request[]
let woken: string[]
let leaves: SleepingLeaves

beforeEach(() => {
  clock = new FakeClock()
  bodies = new Map()
  cancelled = []
  requests = []
  woken = []
  leaves = new SleepingLeaves({
    clock,
    watch: async request => {
      const { pathname, search } = new URL(request.url)
      const path = pathname + search
      requests.push(request)
      request.signal.addEventListener('abort', () => cancelled.push(path))
      return new Response(new ReadableStream({ start: controller => void bodies.set(path, controller) }))
    },
    send: async (address, request) => {
      woken.push(`${objectName(address)}${new URL(request.url).pathname}`)
      return new Response(null, { status: 204 })
    },
  })
})

const notify = async (isRenewal = false) => {
  const notice = { leaf, watches: [VIEW], all: ALL, isRenewal }
  const { status } = await leaves.receive(internalRequest(SLEEP_PATH, notice))
  await clock.settle()
  return status
}
const event = new TextEncoder().encode('{}\n')
const WOKEN = ` leaf-1 ${WAKE_PATH}`

test('an event of a view wakes the leaf once, and its other watches end', async () => {
  expect(await notify()).toBe(MAY_SLEEP)
  expect(woken).toEqual([])
  bodies.get(VIEW)?.enqueue(event)
  bodies.get(ALL)?.enqueue(event)
  await clock.settle()
  await clock.advance(60_000)
  expect(woken).toEqual([WOKEN])
  expect(cancelled.toSorted()).toEqual([VIEW, ALL].toSorted())
  expect([leaves.size, clock.pendingTimers]).toEqual([0, 0])
})

test('any other event wakes the leaf before the history of 75 seconds ends', async () => {
  await notify()
  bodies.get(ALL)?.enqueue(event)
  await clock.advance(39_999)
  expect(woken).toEqual([])
  await clock.advance(1)
  expect(woken).toEqual([` leaf-1 ${CATCH_UP_PATH}`])
})

test('a watch that ends wakes the leaf', async () => {
  await notify()
  bodies.get(VIEW)?.close()
  await clock.settle()
  expect(woken).toEqual([WOKEN])
})

test('a renewed notice keeps the watches; an unknown leaf must wake', async () => {
  expect(await notify(true)).toBe(MUST_WAKE)
  await notify()
  expect(await notify(true)).toBe(MAY_SLEEP)
  expect([cancelled, woken, leaves.size]).toEqual([[], [], 1])
})

test('another notice replaces the watches', async () => {
  await notify()
  await notify()
  expect([cancelled.length, woken, leaves.size]).toEqual([2, [], 1])
})

test('a watch that is not opened wakes the leaf', async () => {
  for (const answer of [
    async () => new Response('no', { status: 503 }),
    () => Promise.reject(new Error('reset')),
  ]) {
    const sent: string[] = []
    const others = new SleepingLeaves({
      ...{ clock, watch: answer },
      send: async (_leaf, request) => {
        sent.push(new URL(request.url).pathname)
        throw new Error('the leaf has ended')
      },
    })
    await others.receive(internalRequest(SLEEP_PATH, { leaf, watches: [VIEW], all: ALL, isRenewal: false }))
    await clock.settle()
    expect([sent, others.size]).toEqual([[WAKE_PATH], 0])
  }
})

test('another event does not delay the one that wakes the leaf', async () => {
  await notify()
  bodies.get(ALL)?.enqueue(event)
  await clock.advance(30_000)
  bodies.get(VIEW)?.enqueue(event)
  await clock.settle()
  expect(woken).toEqual([WOKEN])
  await clock.advance(60_000)
  expect(woken).toHaveLength(1)
})

test('a stop ends the watches, and a change of access that has not settled', async () => {
  await notify()
  leaves.accessChanged()
  leaves.stop()
  expect([cancelled.length, clock.pendingTimers]).toEqual([2, 0])
  await clock.advance(10_000)
  expect(woken).toEqual([])
})

test('a leaf that is woken may sleep again', async () => {
  await notify()
  bodies.get(VIEW)?.enqueue(event)
  await clock.settle()
  expect([await notify(true), await notify(), leaves.size]).toEqual([MUST_WAKE, MAY_SLEEP, 1])
})

test('a stop forgets the leaves without waking them', async () => {
  await notify()
  bodies.get(ALL)?.enqueue(event)
  await clock.settle()
  leaves.stop()
  await clock.advance(60_000)
  expect([woken, leaves.size, clock.pendingTimers]).toEqual([[], 0, 0])
})

test('a change of access wakes all leaves, when the apiserver knows it, too', async () => {
  await notify()
  leaves.accessChanged()
  await clock.advance(1999)
  expect(woken).toEqual([])
  leaves.accessChanged()
  await clock.advance(1)
  expect([woken, leaves.size]).toEqual([[WOKEN], 0])
})
