import { describe, expect, test } from 'vitest'
import { createEventsRig, foo } from '../test/events-rig.ts'
import { createEventRecorder } from './event-recorder.ts'

const MINUTE = 60_000
const createRig = (options = {}) => createEventsRig(createEventRecorder, options)

describe('the first event', () => {
  test('C-EVT-1, C-EVT-14: a complete event without a series', async () => {
    const { recorder, bodies, stored } = createRig()
    const related = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', uid: 'u2' } }
    recorder.event(foo, 'Warning', 'Failed', 'some text', { action: 'Starting', related })
    await recorder.flush()
    expect(bodies).toEqual([
      {
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        metadata: { namespace: 'ns', name: expect.stringMatching(/^foo\.1886[0-9a-f]{12}$/) },
        eventTime: '2026-01-01T00:00:00.123000Z',
        reportingController: 'example.com/tester',
        reportingInstance: 'tester-1',
        type: 'Warning',
        reason: 'Failed',
        action: 'Starting',
        note: 'some text',
        regarding: {
          apiVersion: 'v1',
          kind: 'Pod',
          namespace: 'ns',
          name: 'foo',
          uid: 'u1',
          resourceVersion: '7',
        },
        related: { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u2' },
      },
    ])
    // The same object through the core API, as `kubectl describe` reads it.
    expect(stored()).toMatchObject([{ involvedObject: { name: 'foo', uid: 'u1' }, message: 'some text' }])
  })

  test('the action is the reason by default, and the instance has a name', async () => {
    const { recorder, bodies } = createRig({ instance: undefined })
    recorder.event(foo, 'Normal', 'Started', '')
    await recorder.flush()
    expect(bodies).toMatchObject([
      { action: 'Started', reportingInstance: expect.stringMatching(/^example.com\/tester-[a-z0-9]{20}$/) },
    ])
  })

  test('C-EVT-2: cluster-scoped objects, names that are no DNS subdomain, and unknown types', async () => {
    const { recorder, bodies, log } = createRig()
    recorder.event({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'Foo_Bar' } }, 'Normal', 'Ready', '')
    recorder.event(foo, 'Info' as 'Normal', 'Started', '')
    recorder.event({}, 'Normal', 'Started', '')
    await recorder.flush()
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    expect(bodies).toMatchObject([{ metadata: { namespace: 'default', name: expect.stringMatching(uuid) } }])
    expect(log.lines).toEqual(['info event not written: unknown type', 'error event not written'])
  })

  test('texts are cut to what the server accepts', async () => {
    const { recorder, stored, log } = createRig({ instance: 'i'.repeat(200) })
    recorder.event(foo, 'Normal', 'R'.repeat(200), '€'.repeat(1000))
    await recorder.flush()
    expect(log.lines).toEqual([])
    expect(stored()).toMatchObject([
      {
        reason: `${'R'.repeat(125)}...`,
        action: `${'R'.repeat(125)}...`,
        message: `${'€'.repeat(340)}...`,
        reportingInstance: 'i'.repeat(128),
      },
    ])
  })

  test('events of one millisecond have different names', async () => {
    const { recorder, stored } = createRig()
    for (let i = 0; i < 20; i++) recorder.event(foo, 'Normal', `Reason${i}`, '')
    await recorder.flush()
    expect(new Set(stored().map(({ metadata }) => metadata.name)).size).toBe(20)
  })
})

describe('a series', () => {
  test('C-EVT-14: the second event adds a series, and further ones are only counted', async () => {
    const { recorder, clock, bodies, writes, stored } = createRig()
    for (let i = 0; i < 5; i++) {
      recorder.event(
        { ...foo, metadata: { ...foo.metadata, resourceVersion: `${i}` } },
        'Normal',
        'Started',
        `${i}`,
      )
      await clock.advance(1000)
    }
    expect(writes()).toEqual(['POST 201', 'PATCH 200'])
    expect(bodies[1]).toEqual({ series: { count: 2, lastObservedTime: '2026-01-01T00:00:01.123000Z' } })
    expect(stored()).toMatchObject([{ message: '0', series: { count: 2 } }])
  })

  test('C-EVT-6: another type, reason, action, object or related object is another series', async () => {
    const { recorder, writes } = createRig()
    const bar = { ...foo, metadata: { ...foo.metadata, name: 'bar', uid: 'u2' } }
    recorder.event(foo, 'Normal', 'Started', '')
    recorder.event(foo, 'Warning', 'Started', '')
    recorder.event(foo, 'Normal', 'Stopped', '')
    recorder.event(foo, 'Normal', 'Started', '', { action: 'Other' })
    recorder.event(foo, 'Normal', 'Started', '', { related: bar })
    recorder.event(bar, 'Normal', 'Started', '')
    await recorder.flush()
    expect(writes()).toEqual(Array(6).fill('POST 201'))
  })

  test('C-EVT-14: is written every 30 minutes while it runs, and once more when it has ended', async () => {
    const { recorder, clock, bodies } = createRig()
    const counts = () => bodies.slice(1).map(body => (body as { series: { count: number } }).series.count)
    for (let minute = 0; minute < 40; minute++) {
      recorder.event(foo, 'Normal', 'Started', '')
      await clock.advance(MINUTE)
    }
    // The event of minute 30 is the 31st.
    expect(counts()).toEqual([2, 30])
    await clock.advance(12 * MINUTE)
    expect(counts()).toEqual([2, 30, 40])
    expect(clock.pendingTimers).toBe(0)
    recorder.event(foo, 'Normal', 'Started', '')
    await recorder.flush()
    expect(bodies.at(-1)).toMatchObject({ kind: 'Event' })
  })

  test('C-EVT-14: a single event is forgotten after 6 minutes, and no timer is left', async () => {
    const { recorder, clock, writes } = createRig()
    recorder.event(foo, 'Normal', 'Started', '')
    await clock.advance(6 * MINUTE)
    expect(clock.pendingTimers).toBe(0)
    recorder.event(foo, 'Normal', 'Started', '')
    await recorder.flush()
    expect(writes()).toEqual(['POST 201', 'POST 201'])
  })

  test('C-EVT-13: two recorders count apart', async () => {
    const rigs = [createRig(), createRig({ controller: 'example.com/other' })]
    for (const { recorder } of rigs) recorder.event(foo, 'Normal', 'Started', '')
    await Promise.all(rigs.map(({ recorder }) => recorder.flush()))
    expect(rigs.map(({ writes }) => writes())).toEqual([['POST 201'], ['POST 201']])
  })

  test('flush writes the counts that the server does not have', async () => {
    const { recorder, stored, writes } = createRig()
    for (let i = 0; i < 7; i++) recorder.event(foo, 'Normal', 'Started', '')
    await recorder.flush()
    expect(stored()).toMatchObject([{ series: { count: 7 } }])
    await recorder.flush()
    expect(writes()).toHaveLength(3)
  })

  test('4096 series are remembered: the one used longest ago is written and forgotten', async () => {
    const bodies: unknown[] = []
    const send = async (_: unknown, body: unknown) => {
      bodies.push(body)
      return undefined as never
    }
    const { recorder, clock } = createRig({
      client: { create: send, patch: (_: unknown, __: unknown, body: unknown) => send(_, body) },
    })
    const podOf = (index: number) => ({ ...foo, metadata: { ...foo.metadata, name: `foo-${index}` } })
    for (let i = 0; i < 3; i++) recorder.event(podOf(0), 'Normal', 'Started', '')
    for (let i = 1; i <= 4096; i++) {
      recorder.event(podOf(i), 'Normal', 'Started', '')
      if (i % 500 === 0) await clock.settle()
    }
    await clock.settle()
    expect(bodies.filter(body => (body as { series?: object }).series)).toMatchObject([
      { series: { count: 2 } },
      { series: { count: 3 } },
    ])
  })
})

describe('failures', () => {
  test('C-EVT-9: a series whose event has expired is created again, with its count', async () => {
    const { recorder, clock, server, stored, writes } = createRig()
    recorder.event(foo, 'Normal', 'Started', '')
    await clock.settle()
    for (const event of stored()) server.delete(event)
    recorder.event(foo, 'Normal', 'Started', '')
    await clock.settle()
    expect(writes()).toEqual(['POST 201', 'PATCH 404', 'POST 201'])
    expect(stored()).toMatchObject([{ series: { count: 2 } }])
  })

  test('C-EVT-16: a series whose patch finds nothing and whose create finds the event is tried again', async () => {
    const { recorder, clock, server, stored, writes } = createRig()
    recorder.event(foo, 'Normal', 'Started', '')
    await clock.settle()
    server.faults.add({ match: { method: 'PATCH' }, action: { type: 'status', code: 404 }, times: 1 })
    recorder.event(foo, 'Normal', 'Started', '')
    await clock.advance(MINUTE)
    expect(writes()).toEqual(['POST 201', 'PATCH 404', 'POST 409', 'PATCH 200'])
    expect(stored()).toMatchObject([{ series: { count: 2 } }])
  })

  test('C-EVT-16: a first event that exists already is given up', async () => {
    const { recorder, clock, server, writes, bodies, log } = createRig()
    server.faults.add({ match: { method: 'POST' }, action: { type: 'status', code: 409, text: EXISTS } })
    recorder.event(foo, 'Normal', 'Started', '')
    await clock.advance(5 * MINUTE)
    expect([writes(), bodies.length]).toEqual([['POST 409'], 1])
    expect(log.lines).toEqual(['debug event not written: it exists already'])
  })

  test('C-EVT-10: 12 tries, 10 to 12.5 s apart; a rejection is final', async () => {
    const { recorder, clock, server, log } = createRig({ random: () => 0.5 })
    server.faults.add({ action: { type: 'drop' } })
    recorder.event(foo, 'Normal', 'Started', '')
    await clock.advance(3 * MINUTE)
    const [first = 0] = server.requests.map(({ at }) => at)
    expect(server.requests.map(({ at }) => at - first)).toEqual(
      Array.from({ length: 12 }, (_, i) => i * 11_250),
    )
    server.faults.clear()
    server.faults.add({ action: { type: 'status', code: 403 } })
    recorder.event(foo, 'Normal', 'Stopped', '')
    await clock.settle()
    expect(server.requests).toHaveLength(13)
    expect(log.lines).toEqual(['error event not written', 'error event not written'])
    recorder.shutDown()
  })

  test('C-EVT-12: 1000 writes wait, and the caller does not', async () => {
    const { recorder, clock, server, stored, log } = createRig()
    server.faults.add({ action: { type: 'delay', ms: 10 } })
    for (let i = 0; i < 1500; i++) recorder.event(foo, 'Normal', `Reason${i}`, '')
    expect(log.lines).toEqual(Array(500).fill('info event dropped: too many are waiting'))
    await clock.advance(MINUTE)
    expect(stored()).toHaveLength(1000)
    recorder.shutDown()
  })

  test('C-EVT-11: a shutdown ends a retry, clears the timers and drops later events', async () => {
    const { recorder, clock, server, log } = createRig()
    server.faults.add({ action: { type: 'drop' } })
    recorder.event(foo, 'Normal', 'Started', '')
    await clock.advance(1000)
    recorder.shutDown()
    recorder.event(foo, 'Normal', 'Late', '')
    await clock.advance(40 * MINUTE)
    expect([server.requests.length, clock.pendingTimers]).toEqual([1, 0])
    expect(log.lines).toEqual(['info event dropped: the recorder was shut down'])
  })
})

const EXISTS = JSON.stringify({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  reason: 'AlreadyExists',
  code: 409,
})
