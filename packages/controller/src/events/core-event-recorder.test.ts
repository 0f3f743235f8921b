import { ProtocolError, UsageError } from '@kube-informer/core'
import type { Event } from '@kube-informer/core/resources'
import { describe, expect, test } from 'vitest'
import { createEventsRig, foo } from '../test/events-rig.ts'
import { createCoreEventRecorder } from './core-event-recorder.ts'

const MINUTE = 60_000
const createRig = (options = {}) => createEventsRig(createCoreEventRecorder, options)

describe('what is written', () => {
  test('C-EVT-1: a complete event', async () => {
    const { recorder, stored } = createRig()
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: 'u2' } }
    recorder.event(foo, 'Normal', 'Started', 'some text', { related: node })
    await recorder.flush()
    expect(stored()).toMatchObject([
      {
        metadata: { namespace: 'ns', name: expect.stringMatching(/^foo\.1886[0-9a-f]{12}$/) },
        involvedObject: {
          apiVersion: 'v1',
          kind: 'Pod',
          namespace: 'ns',
          name: 'foo',
          uid: 'u1',
          resourceVersion: '7',
        },
        related: { kind: 'Node', name: 'n', uid: 'u2' },
        type: 'Normal',
        reason: 'Started',
        message: 'some text',
        count: 1,
        firstTimestamp: '2026-01-01T00:00:00Z',
        lastTimestamp: '2026-01-01T00:00:00Z',
        source: { component: 'example.com/tester', host: 'tester-1' },
        reportingComponent: 'example.com/tester',
        reportingInstance: 'tester-1',
      },
    ])
  })

  test('C-EVT-2: events of cluster-scoped objects are in default', async () => {
    const { recorder, clock, stored } = createRig()
    recorder.event({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } }, 'Normal', 'Ready', '')
    await clock.settle()
    expect(stored()).toMatchObject([{ metadata: { namespace: 'default' }, involvedObject: { name: 'n' } }])
  })

  test('C-EVT-2: an unknown type is logged and not written, and so is an object without a kind', async () => {
    const { recorder, clock, bodies, log } = createRig()
    recorder.event(foo, 'Info' as 'Normal', 'Started', '')
    recorder.event({ metadata: { name: 'x' } }, 'Normal', 'Started', '')
    await clock.settle()
    expect(bodies).toEqual([])
    expect(log.lines).toEqual(['info event not written: unknown type', 'error event not written'])
  })

  test('C-EVT-3: equal events are counted in the first one', async () => {
    const { recorder, clock, stored, bodies, writes } = createRig()
    for (let i = 0; i < 3; i++) {
      recorder.event(foo, 'Normal', 'Started', 'text')
      await clock.advance(1000)
    }
    expect(writes()).toEqual(['POST 201', 'PATCH 200', 'PATCH 200'])
    expect(bodies.slice(1)).toEqual([
      { count: 2, message: 'text', lastTimestamp: '2026-01-01T00:00:01Z' },
      { count: 3, message: 'text', lastTimestamp: '2026-01-01T00:00:02Z' },
    ])
    expect(stored()).toMatchObject([{ count: 3, firstTimestamp: '2026-01-01T00:00:00Z' }])
  })

  test('C-EVT-13: two recorders count apart', async () => {
    const rig = createRig()
    const second = createRig({ controller: 'other' })
    for (const { recorder } of [rig, second]) recorder.event(foo, 'Normal', 'Started', 'text')
    await Promise.all([rig.clock.settle(), second.clock.settle()])
    expect([rig.writes(), second.writes()]).toEqual([['POST 201'], ['POST 201']])
  })
})

describe('aggregation', () => {
  const messages = (count: number) => Array.from({ length: count }, (_, index) => `message ${index}`)

  test.each([
    [9, 9, []],
    [10, 10, [1]],
    [11, 10, [2]],
  ])('C-EVT-4: %i messages are %i events', async (count, total, combinedCounts) => {
    const { recorder, clock, stored } = createRig()
    for (const message of messages(count)) {
      recorder.event(foo, 'Normal', 'Started', message)
      await clock.advance(1000)
    }
    expect(stored()).toHaveLength(total)
    const combined = stored().filter(({ message }) => message?.startsWith('(combined from similar events): '))
    expect(combined.map(event => event.count)).toEqual(combinedCounts)
    if (combined[0]) expect(combined[0].message).toMatch(`message ${count - 1}`)
  })

  test('C-EVT-4: a message that has its own event is counted there', async () => {
    const { recorder, clock, stored } = createRig()
    for (const message of [...messages(12), 'message 0']) recorder.event(foo, 'Normal', 'Started', message)
    await clock.settle()
    expect(stored().map(({ count }) => count)).toContain(2)
    expect(stored().find(({ message }) => message === 'message 0')?.count).toBe(2)
  })

  test.each([
    [10 * MINUTE, 10],
    [10 * MINUTE + 1, 0],
  ])('C-EVT-4: a pause of %i ms before the tenth message', async (pauseMs, combined) => {
    const { recorder, clock, stored } = createRig()
    for (const message of messages(9)) recorder.event(foo, 'Normal', 'Started', message)
    await clock.advance(pauseMs)
    for (let i = 0; i < 10; i++) recorder.event(foo, 'Normal', 'Started', 'another')
    await clock.settle()
    const event = stored().find(({ message }) => message?.startsWith('(combined'))
    expect(event?.count ?? 0).toBe(combined)
  })

  test('C-EVT-6: another reason, type or object is not combined', async () => {
    const { recorder, clock, stored } = createRig()
    const bar = { ...foo, metadata: { ...foo.metadata, name: 'bar', uid: 'u2' } }
    for (const message of messages(9)) recorder.event(foo, 'Normal', 'Started', message)
    recorder.event(foo, 'Normal', 'Stopped', 'x')
    recorder.event(foo, 'Warning', 'Started', 'x')
    recorder.event(bar, 'Normal', 'Started', 'x')
    await clock.settle()
    expect(stored().filter(({ message }) => message?.startsWith('(combined'))).toEqual([])
    expect(stored()).toHaveLength(12)
  })
})

describe('the spam filter', () => {
  test('C-EVT-7: one object gets 25 events of a type, then one every 5 minutes', async () => {
    const { recorder, clock, stored, log } = createRig()
    const burst = (type: 'Normal' | 'Warning', from = 0) => {
      for (let i = 0; i < 30; i++) recorder.event(foo, type, `Reason${from + i}`, 'text')
      return clock.settle()
    }
    await burst('Normal')
    expect(stored()).toHaveLength(25)
    expect(log.lines).toEqual(Array(5).fill('debug event dropped: too many of one object'))
    await burst('Warning')
    expect(stored()).toHaveLength(50)
    await clock.advance(5 * MINUTE)
    await burst('Normal', 100)
    expect(stored()).toHaveLength(51)
    await clock.advance(10 * MINUTE)
    await burst('Normal', 200)
    expect(stored()).toHaveLength(53)
  })
})

describe('own keys of the spam filter', () => {
  test('C-EVT-17: events of one key share a rate limit', async () => {
    const { recorder, clock, stored } = createRig({ spamKey: ({ reason }: Event) => reason })
    const bar = { ...foo, metadata: { ...foo.metadata, name: 'bar', uid: 'u2' } }
    for (const regarding of [foo, bar]) {
      for (let i = 0; i < 20; i++) {
        recorder.event(
          regarding,
          i % 2 ? 'Normal' : 'Warning',
          'Same',
          `text ${regarding.metadata?.name} ${i}`,
        )
        recorder.event(regarding, 'Normal', `Own${regarding.metadata?.name}${i}`, 'text')
      }
    }
    await clock.settle()
    const isSame = ({ reason }: { readonly reason?: string | undefined }) => reason === 'Same'
    const writes = stored().reduce((sum, event) => sum + (isSame(event) ? (event.count ?? 1) : 0), 0)
    expect([writes, stored().filter(event => !isSame(event)).length]).toEqual([25, 40])
  })
})

describe('failures', () => {
  test('C-EVT-9: an event that has expired is created again', async () => {
    const { recorder, clock, server, stored, writes, bodies } = createRig()
    recorder.event(foo, 'Normal', 'Started', 'text')
    await clock.settle()
    for (const event of stored()) server.delete(event)
    recorder.event(foo, 'Normal', 'Started', 'text')
    recorder.event(foo, 'Normal', 'Started', 'text')
    await clock.settle()
    expect(writes()).toEqual(['POST 201', 'PATCH 404', 'POST 201', 'PATCH 200'])
    expect(stored()).toMatchObject([{ count: 3 }])
    expect(bodies[2]).not.toHaveProperty('metadata.resourceVersion')
  })

  test.each([
    ['the request cannot be built', new UsageError('x'), 1, 'error event not written'],
    ['403', 403, 1, 'error event not written'],
    ['409', 409, 1, 'debug event not written: it exists already'],
    ['a body that cannot be read', new ProtocolError('x'), 12, 'error event not written'],
    ['no connection', 0, 12, 'error event not written'],
  ])('C-EVT-10: %s', async (_, failure, tries, line) => {
    const requests: number[] = []
    const rig = createRig(
      failure instanceof Error && {
        client: {
          create: () => {
            requests.push(rig.clock.now())
            return Promise.reject(failure)
          },
        },
      },
    )
    const { recorder, clock, server, log, stored } = rig
    if (failure === 409) server.faults.add({ action: { type: 'status', code: 409, text: ALREADY_EXISTS } })
    else if (failure === 403) server.faults.add({ action: { type: 'status', code: 403 } })
    else server.faults.add({ action: { type: 'drop' } })
    recorder.event(foo, 'Normal', 'Started', 'text')
    await clock.advance(3 * MINUTE)
    const sent = failure instanceof Error ? requests : server.requests.map(({ at }) => at)
    expect(sent).toHaveLength(tries)
    expect(log.lines).toEqual([line])
    server.faults.clear()
    recorder.event(foo, 'Normal', 'Other', 'text')
    await clock.settle()
    expect(stored()).toHaveLength(failure instanceof Error ? 0 : 1)
  })

  test('C-EVT-10: the first delay is random, the others are 10 s', async () => {
    const { recorder, clock, server } = createRig({ random: () => 0.25 })
    server.faults.add({ action: { type: 'drop' }, times: 4 })
    recorder.event(foo, 'Normal', 'Started', 'text')
    await clock.advance(5 * MINUTE)
    const [first = 0, ...rest] = server.requests.map(({ at }) => at)
    expect(rest.map(at => at - first)).toEqual([2500, 12_500, 22_500, 32_500])
    expect(server.requests.at(-1)?.status).toBe(201)
  })

  test('a request without an answer is tried again', async () => {
    let calls = 0
    const create = () => (++calls < 3 ? new Promise<never>(() => {}) : Promise.resolve(undefined as never))
    const { recorder, clock, log } = createRig({ client: { create } })
    recorder.event(foo, 'Normal', 'Started', 'text')
    await clock.advance(2 * MINUTE)
    expect([calls, log.lines, clock.pendingTimers]).toEqual([3, [], 0])
  })
})

describe('the end', () => {
  test('C-EVT-11: a shutdown ends a retry and drops later events, without a throw', async () => {
    const { recorder, clock, server, log } = createRig()
    server.faults.add({ action: { type: 'drop' } })
    recorder.event(foo, 'Normal', 'Started', 'text')
    recorder.event(foo, 'Normal', 'Stopped', 'text')
    await clock.advance(15_000)
    const requests = server.requests.length
    recorder.shutDown()
    recorder.event(foo, 'Normal', 'Late', 'text')
    await recorder.flush()
    await clock.advance(5 * MINUTE)
    expect([server.requests.length, clock.pendingTimers]).toEqual([requests, 0])
    expect(log.lines).toEqual(['info event dropped: the recorder was shut down'])
  })

  test('flush waits for the queue, at most until its signal aborts', async () => {
    const { recorder, clock, server, stored } = createRig()
    await recorder.flush()
    recorder.event(foo, 'Normal', 'Started', 'text')
    const written = recorder.flush()
    await clock.settle()
    await written
    expect(stored()).toHaveLength(1)
    server.faults.add({ action: { type: 'drop' } })
    recorder.event(foo, 'Normal', 'Stopped', 'text')
    const controller = new AbortController()
    const flushed = recorder.flush(controller.signal)
    await clock.advance(1000)
    controller.abort()
    await flushed
    expect(stored()).toHaveLength(1)
    recorder.shutDown()
    await clock.settle()
    expect(clock.pendingTimers).toBe(0)
  })

  test('C-EVT-12: 1000 events wait, further ones are dropped, and the caller does not wait', async () => {
    const { recorder, clock, server, stored, log } = createRig()
    server.faults.add({ action: { type: 'delay', ms: 10 } })
    const pod = (index: number) => ({ ...foo, metadata: { ...foo.metadata, uid: `u${index}` } })
    for (let i = 0; i < 1500; i++) recorder.event(pod(i), 'Normal', 'Started', 'text')
    expect(server.requests.length).toBeLessThanOrEqual(1)
    expect(log.lines).toEqual(Array(500).fill('info event dropped: too many are waiting'))
    await clock.advance(MINUTE)
    expect(stored()).toHaveLength(1000)
  })

  test('a log that throws does not stop the events', async () => {
    const fail = () => {
      throw new Error('log')
    }
    const log = { debug: fail, info: fail, error: fail, with: () => log }
    const { recorder, clock, server, stored } = createRig({ log })
    server.faults.add({ action: { type: 'status', code: 403 }, times: 1 })
    recorder.event(foo, 'Normal', 'Started', 'text')
    recorder.event(foo, 'Normal', 'Stopped', 'text')
    await clock.settle()
    expect(stored()).toHaveLength(1)
  })
})

const ALREADY_EXISTS = JSON.stringify({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  reason: 'AlreadyExists',
  code: 409,
})
