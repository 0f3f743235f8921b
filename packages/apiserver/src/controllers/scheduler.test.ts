import { type Node, nodes, type Pod, pods } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { clusterWith, eventTexts, podStates } from '../test/workloads.ts'

const SCHEDULER = { scheduler: true }

const create = (server: FakeApiserver, name: string, spec: Partial<Pod['spec']> = {}) =>
  server.create<Pod>({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name, namespace: 'default' },
    spec: { containers: [{ name: 'main', image: 'example/app:1' }], ...spec },
  })

const nodeOf = (server: FakeApiserver, name: string) => server.get(pods, `default/${name}`)?.spec?.nodeName

const change = (server: FakeApiserver, index: number, spec: Node['spec'], more: Partial<Node> = {}) => {
  const node = server.list(nodes)[index]
  if (node) server.update<Node>({ ...node, ...more, spec: { ...node.spec, ...spec } })
}

test('Pods are spread over the nodes, and marked as scheduled', async () => {
  const { clock, server } = clusterWith(SCHEDULER)
  for (const name of ['a', 'b', 'c', 'd']) create(server, name)
  await clock.advance(100)
  const used = ['a', 'b', 'c'].map(name => nodeOf(server, name))
  expect(new Set(used)).toEqual(new Set(server.keys(nodes)))
  expect(server.get(pods, 'default/d')?.status).toMatchObject({
    conditions: [{ type: 'PodScheduled', status: 'True' }],
  })
  expect(eventTexts(server, 'Pod')[0]).toBe(
    `Normal Scheduled: Successfully assigned default/a to ${nodeOf(server, 'a')}`,
  )
})

test('alone it does not start Pods; together with pods it does', async () => {
  const alone = clusterWith(SCHEDULER)
  create(alone.server, 'a')
  await alone.clock.advance(60_000)
  expect(podStates(alone.server)).toEqual(['Pending'])
  const { clock, server } = clusterWith({ ...SCHEDULER, pods: true })
  create(server, 'a')
  await clock.advance(60_000)
  expect(podStates(server)).toEqual(['Running ready'])
})

test('a Pod waits until a node fits', async () => {
  const { clock, server } = clusterWith(SCHEDULER)
  change(server, 0, { unschedulable: true })
  change(server, 1, { taints: [{ key: 'only', value: 'gpu', effect: 'NoSchedule' }] })
  create(server, 'picky', { nodeSelector: { disk: 'ssd' } })
  await clock.advance(100)
  const message =
    "0/3 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 node(s) had untolerated taint(s), 1 node(s) were unschedulable. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling."
  expect(server.get(pods, 'default/picky')?.status?.conditions).toMatchObject([
    { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message },
  ])
  expect(eventTexts(server, 'Pod')).toEqual([`Warning FailedScheduling: ${message}`])
  const node = server.list(nodes)[2]
  change(server, 2, {}, { metadata: { ...node?.metadata, labels: { disk: 'ssd' } } })
  await clock.advance(100)
  expect(nodeOf(server, 'picky')).toBe(server.keys(nodes)[2])
})

test('a full node takes a Pod when another one is gone', async () => {
  const { clock, server } = clusterWith(SCHEDULER)
  for (const index of [0, 1]) change(server, index, { unschedulable: true })
  change(server, 2, {}, { status: { ...server.list(nodes)[2]?.status, allocatable: { pods: '1' } } })
  create(server, 'first')
  await clock.advance(100)
  create(server, 'second')
  await clock.advance(100)
  expect(nodeOf(server, 'second')).toBeUndefined()
  const first = server.get(pods, 'default/first')
  if (first) server.delete(first)
  await clock.advance(100)
  expect(nodeOf(server, 'second')).toBe(server.keys(nodes)[2])
})

test('it leaves Pods of other schedulers and gated ones alone', async () => {
  const { clock, server } = clusterWith(SCHEDULER)
  create(server, 'other', { schedulerName: 'mine' })
  create(server, 'gated', { schedulingGates: [{ name: 'quota' }] })
  const { rv } = server
  await clock.advance(60_000)
  expect(server.rv).toBe(rv)
  expect(clock.pendingTimers).toBe(0)
})
