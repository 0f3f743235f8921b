import { type Event, events } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { namespaces } from '../object/resources.ts'
import { createParts } from '../server/server-parts.ts'
import { EventExpiry } from './events/event-expiry.ts'
import { EventRecorder, type EventSource, type EventText } from './events/event-recorder.ts'

const START = '2026-01-01T00:00:00Z'
const LATER = '2026-01-01T00:00:02Z'
const POD = {
  ...{ kind: 'Pod', apiVersion: 'v1' },
  metadata: { name: 'p', namespace: 'default', uid: 'u', resourceVersion: '7' },
}
const KUBELET: EventSource = { component: 'kubelet', host: 'node-1' }
const PULLED: EventText = { reason: 'Pulled', message: 'm' }

function setUp() {
  const clock = new FakeClock()
  const parts = createParts({ clock, random: seededRandom(1) })
  parts.storage.collection(namespaces).put('default', () => ({ metadata: { name: 'default' } }))
  const recorder = new EventRecorder(parts)
  const collection = parts.storage.collection(events)
  const all = () => collection.keys.map(key => collection.get(key)?.object as Event)
  return { clock, recorder, all }
}

test('an Event has the object, the component and the time', () => {
  const { recorder, all, clock } = setUp()
  recorder.record(POD, KUBELET, { ...PULLED, fieldPath: 'spec.containers{a}' })
  const involved = {
    kind: 'Pod',
    apiVersion: 'v1',
    namespace: 'default',
    name: 'p',
    uid: 'u',
    resourceVersion: '7',
  }
  expect(all()).toMatchObject([
    {
      metadata: { name: `p.${(BigInt(clock.now()) * 1_000_000n).toString(16)}`, namespace: 'default' },
      involvedObject: { ...involved, fieldPath: 'spec.containers{a}' },
      ...{ type: 'Normal', reason: 'Pulled', message: 'm', count: 1 },
      ...{ firstTimestamp: START, lastTimestamp: START, source: { component: 'kubelet', host: 'node-1' } },
      ...{ reportingComponent: 'kubelet', reportingInstance: 'node-1' },
    },
  ])
})

test('an Event of a component without a host, or about a whole object, has neither', () => {
  const { recorder, all, clock } = setUp()
  recorder.record(
    { ...POD, metadata: { name: 'cluster-scoped' } },
    { component: 'c' },
    { ...PULLED, type: 'Warning' },
  )
  const [event] = all()
  expect(event).toMatchObject({ type: 'Warning', metadata: { namespace: 'default' }, reportingInstance: '' })
  expect(event?.source).toEqual({ component: 'c' })
  expect(event?.involvedObject).not.toHaveProperty('fieldPath')
  expect([event?.involvedObject.namespace ?? '', event?.involvedObject.uid ?? '']).toEqual(['', ''])
  recorder.record(POD, { component: 'c' }, PULLED)
  expect(all().map(({ metadata }) => metadata?.name?.split('.')[1])).toContain(
    (BigInt(clock.now()) * 1_000_000n + 1n).toString(16),
  )
})

test('a repeated Event is counted, with its last time', async () => {
  const { recorder, all, clock } = setUp()
  recorder.record(POD, KUBELET, PULLED)
  await clock.advance(2_000)
  for (let count = 0; count < 2; count++) recorder.record(POD, KUBELET, PULLED)
  expect(all()).toMatchObject([{ count: 3, firstTimestamp: START, lastTimestamp: LATER }])
})

test('a component with actions has the newer form, and a series of repeated Events', async () => {
  const { recorder, all, clock } = setUp()
  const scheduler = { component: 'default-scheduler', action: 'Binding' }
  recorder.record(POD, scheduler, PULLED)
  expect(all()).toMatchObject([
    {
      ...{ action: 'Binding', eventTime: '2026-01-01T00:00:00.000000Z' },
      ...{ reportingComponent: 'default-scheduler', reportingInstance: 'default-scheduler-fake' },
    },
  ])
  expect(all()[0]).not.toHaveProperty('series')
  await clock.advance(2_000)
  recorder.record(POD, scheduler, PULLED)
  recorder.record(POD, scheduler, PULLED)
  expect(all()).toMatchObject([{ series: { count: 3, lastObservedTime: '2026-01-01T00:00:02.000000Z' } }])
})

test('an Event of a namespace that is gone is lost', () => {
  const { recorder, all } = setUp()
  recorder.record({ ...POD, metadata: { ...POD.metadata, namespace: 'gone' } }, KUBELET, PULLED)
  expect(all()).toEqual([])
})

test('an Event is removed an hour after it was written last', async () => {
  const clock = new FakeClock()
  const removed: string[] = []
  const expiry = new EventExpiry(clock, key => removed.push(`${key} at ${clock.now() - start}`))
  const start = clock.now()
  expiry.written('a')
  expiry.written('b')
  await clock.advance(1_000)
  expiry.written('a')
  expiry.written('c')
  await clock.advance(3_700_000)
  expect(removed).toEqual(['b at 3600000', 'a at 3601000', 'c at 3601000'])
  expect(clock.pendingTimers).toBe(0)
})
