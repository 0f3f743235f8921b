import { createFakeApiserver, FakeClock, generatePods, type Pod, pods } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import type { WatchEvent } from '../api/object.ts'
import { createKubeClient } from '../client/kube-client.ts'
import { createListWatch } from '../client/list-watch.ts'
import { until, type WatchCondition } from './until.ts'
import { untilWithSync } from './until-with-sync.ts'

/** A server with one Pod, a ListerWatcher of that Pod, and a function that changes its phase. */
function rig() {
  const clock = new FakeClock()
  const [pod] = generatePods({ count: 1, seed: 1 })
  if (!pod) throw new Error('no Pod was generated')
  const server = createFakeApiserver({ clock, objects: [pod] })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  const { namespace, name } = pod.metadata ?? {}
  const listerWatcher = createListWatch(client, pods, {
    namespace,
    fieldSelector: { 'metadata.name': name ?? '' },
  })
  const setPhase = (phase: string) => {
    const present = server.get(pods, `${namespace}/${name}`)
    server.update({ ...present, status: { ...present?.status, phase } } as Pod)
  }
  return { clock, pod, server, listerWatcher, setPhase }
}

const hasPhase =
  (phase: string): WatchCondition<Pod> =>
  event =>
    event.type === 'MODIFIED' && event.object.status?.phase === phase

test('until waits for a Pod, although its watches end and requests fail', async () => {
  const { clock, server, listerWatcher, setPhase } = rig()
  server.faults.add({ match: { watch: true }, times: 2, action: { type: 'drop' } })
  server.faults.add({ match: { watch: true }, times: 2, action: { type: 'truncate', afterEvents: 1 } })
  const waiting = until<Pod>(
    { listerWatcher, resourceVersion: server.rv, clock },
    hasPhase('Pending'),
    hasPhase('Failed'),
    ({ type }) => type === 'DELETED',
  )
  for (const phase of ['Pending', 'Running', 'Failed']) {
    await clock.advance(3000)
    setPhase(phase)
  }
  await clock.advance(3000)
  const [last] = server.list(pods)
  if (last) server.delete(last)
  await clock.advance(3000)
  const event = (await waiting) as WatchEvent<Pod>
  expect(event).toMatchObject({ type: 'DELETED', object: { status: { phase: 'Failed' } } })
  expect(clock.pendingTimers).toBe(0)
})

test('untilWithSync goes on although the server forgets its history', async () => {
  const { clock, server, listerWatcher, setPhase } = rig()
  const waiting = untilWithSync<Pod>(
    { listerWatcher, clock, precondition: store => store.size === 0 },
    ({ type, object }) => type !== 'ERROR' && (object as Pod).status?.phase === 'Failed',
  )
  await clock.advance(1000)
  server.relist()
  setPhase('Failed')
  server.compact()
  await clock.advance(60_000)
  expect(await waiting).toMatchObject({ object: { status: { phase: 'Failed' } } })
  expect(clock.pendingTimers).toBe(0)
})
