import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { type Pod, pods } from '../object/resources.ts'
import { generatePods } from '../pods/generate.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { watch } from '../test/fixtures.ts'
import { createChurn } from './churn.ts'
import { nextPodStatus } from './next-pod-status.ts'

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(1), objects: generatePods({ count: 100 }) })
})

test('writes at its rate, mostly updates, and keeps the number of Pods', async () => {
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  const churn = createChurn(server, { perSecond: 200 })
  churn.start()
  await clock.advance(10_000)
  expect(churn.events).toBe(2000)
  expect(reading.frames).toHaveLength(2000)
  const count = (type: string) => reading.frames.filter(frame => frame.type === type).length
  expect(count('MODIFIED')).toBeGreaterThan(1600)
  expect(count('ADDED')).toBeGreaterThan(50)
  expect(Math.abs(count('ADDED') - count('DELETED'))).toBeLessThan(2)
  expect(Math.abs(server.keys(pods).length - 100)).toBeLessThan(2)
  churn.stop()
})

test('stops and clears its timer', async () => {
  const churn = createChurn(server, { perSecond: 10 })
  churn.start()
  churn.start()
  await clock.advance(1000)
  churn.stop()
  churn.stop()
  expect(clock.pendingTimers).toBe(0)
  await clock.advance(1000)
  expect(churn.events).toBe(10)
})

test('changes its rate while running, down to zero', async () => {
  const churn = createChurn(server, { perSecond: 1 })
  churn.start()
  await clock.advance(2000)
  churn.setRate(100)
  await clock.advance(1000)
  churn.setRate(0)
  await clock.advance(1000)
  expect(churn.events).toBe(102)
  churn.setRate(1)
  await clock.advance(1000)
  expect(churn.events).toBe(103)
  expect(() => churn.setRate(-1)).toThrow('perSecond')
  churn.stop()
})

test('the same seed makes the same changes', async () => {
  const run = async () => {
    clock = new FakeClock()
    server = createFakeApiserver({ clock, random: seededRandom(9), objects: generatePods({ count: 20 }) })
    const churn = createChurn(server, { perSecond: 100, mix: { status: 1, rollout: 1 } })
    churn.start()
    await clock.advance(5000)
    churn.stop()
    return server.list(pods)
  }
  expect(await run()).toEqual(await run())
})

test('managed Pods: a rollout deletes a Pod, and its ReplicaSet creates the next one', async () => {
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  const churn = createChurn(server, { perSecond: 10, managed: true, mix: { status: 0, rollout: 1 } })
  churn.start()
  await clock.advance(1000)
  churn.stop()
  expect(reading.frames.map(({ type }) => type)).toEqual(Array(10).fill('DELETED'))
})

test('managed Pods: only running ones of ReplicaSets change, and of those the selected ones', async () => {
  const [first, second, third, ...rest] = generatePods({ count: 100 })
  const ownerless = { ...first, metadata: { ...first?.metadata, ownerReferences: [] } } as Pod
  const pending = { ...second, status: { phase: 'Pending' } } as Pod
  server = createFakeApiserver({
    clock,
    random: seededRandom(1),
    objects: [ownerless, pending, ...(third ? [third] : []), ...rest.slice(0, 1)],
  })
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  const selects = ({ metadata }: Pod) => metadata.name !== rest[0]?.metadata.name
  const churn = createChurn(server, { perSecond: 50, managed: true, selects, mix: { status: 1, rollout: 0 } })
  churn.start()
  await clock.advance(2000)
  churn.stop()
  const names = new Set(reading.frames.map(({ object }) => object.metadata?.name))
  expect([...names]).toEqual([third?.metadata.name])
})

test('managed Pods: those that become unready recover, so that few are unready at any time', async () => {
  server = createFakeApiserver({ clock, random: seededRandom(1), objects: generatePods({ count: 1_000 }) })
  const churn = createChurn(server, { perSecond: 100, managed: true, mix: { status: 1, rollout: 0 } })
  churn.start()
  const unreadyPods = () =>
    server
      .list(pods)
      .filter(({ status }) => status?.containerStatuses?.some(({ ready }) => !ready))
      .map(({ metadata }) => metadata.name)
  await clock.advance(4_000)
  const disturbed = unreadyPods()
  expect(disturbed).toHaveLength(5)
  await clock.advance(10_000)
  expect(churn.events).toBe(1_400)
  const later = unreadyPods()
  expect(later.length).toBeLessThanOrEqual(5)
  expect(later.filter(name => disturbed.includes(name))).toEqual([])
  churn.stop()
})

test('a pending Pod starts; a running one sometimes restarts and recovers', () => {
  const random = seededRandom(4)
  const pending: Pod = {
    metadata: { name: 'a', namespace: 'default' },
    spec: { containers: [{ name: 'one' }, { name: 'two' }] },
    status: { phase: 'Pending' },
  }
  let pod: Pod = { ...pending, status: nextPodStatus(pending, random) }
  expect(pod.status).toMatchObject({
    phase: 'Running',
    containerStatuses: [{ name: 'one', ready: true }, { name: 'two' }],
  })
  let restarts = 0
  let unready = 0
  for (let i = 0; i < 100; i++) {
    const status = nextPodStatus(pod, random, i * 1000)
    const ready = status.containerStatuses?.every(container => container.ready)
    expect(status.conditions?.find(({ type }) => type === 'Ready')?.status).toBe(ready ? 'True' : 'False')
    if (!ready) unready++
    pod = { ...pod, status }
    restarts = (status.containerStatuses ?? []).reduce((sum, container) => sum + container.restartCount, 0)
  }
  expect(restarts).toBeGreaterThan(5)
  expect(unready).toBeGreaterThan(5)
  expect(unready).toBeLessThan(60)
})
