import { createKubeClient } from '@kube-informer/core'
import { clusterRoleBindings, roles } from '@kube-informer/core/resources'
import { createFakeApiserver, FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { watchRbac } from './rbac-watch.ts'

const role = (name: string, verbs: readonly string[] = ['get']) => ({
  ...{ kind: 'Role', apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name, namespace: 'a' } },
  rules: [{ verbs, apiGroups: [''], resources: ['pods'] }],
})
const binding = (name: string) => ({
  ...{ kind: 'ClusterRoleBinding', apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name } },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'admin' },
  subjects: [],
})

/** A watch that has its initial lists, of one Role. */
async function start() {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock })
  server.create(role('first'), roles)
  const client = createKubeClient({ baseUrl: 'http://upstream', fetch: server.fetch, clock })
  const stopping = new AbortController()
  const changes: number[] = []
  const watching = watchRbac(
    { client, clock, random: () => 0.5, onChange: () => changes.push(clock.now()) },
    stopping.signal,
  )
  await clock.advance(1000)
  const start = clock.now()
  /** The times of the calls since the start. */
  const times = () => changes.map(at => at - start)
  return { clock, server, stopping, watching, times }
}

test('the initial lists are no change; every later write is, at once and two seconds after', async () => {
  const { clock, server, times } = await start()
  expect(times()).toEqual([])
  server.create(role('second'), roles)
  await clock.advance(10)
  expect(times()).toHaveLength(1)
  await clock.advance(3000)
  expect(times()).toHaveLength(2)
  expect((times()[1] ?? 0) - (times()[0] ?? 0)).toBe(2000)
  server.update(role('second', ['list']), roles)
  await clock.advance(5000)
  server.delete(role('second'), roles)
  await clock.advance(5000)
  server.create(binding('one'), clusterRoleBindings)
  await clock.advance(5000)
  expect(times()).toHaveLength(8)
  await clock.advance(60_000)
  expect(times()).toHaveLength(8)
})

test('many changes are notified at most once a second, and once more after the last one', async () => {
  const { clock, server, times } = await start()
  for (let each = 0; each < 25; each++) {
    server.create(role(`r${each}`), roles)
    await clock.advance(100)
  }
  await clock.advance(5000)
  const [first = 0, ...later] = times()
  expect(later.slice(0, 2).map(time => time - first)).toEqual([1000, 2000])
  // The end of the third second, and two seconds after the last change.
  expect(later.slice(2).map(time => time - first)).toEqual([3000, expect.closeTo(4400, -2)])
})

test('ends with its signal, without a timer', async () => {
  const { clock, server, stopping, watching, times } = await start()
  server.create(role('second'), roles)
  await clock.advance(10)
  stopping.abort()
  await watching
  await clock.advance(10_000)
  expect([times().length, clock.pendingTimers, server.openWatches]).toEqual([1, 0, 0])
})
