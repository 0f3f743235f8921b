import { FakeClock, nodes, pods } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { informerOver } from '../../test/informer-rig.ts'
import { bookmark, modified, pod, podList } from '../../test/scripted-lister-watcher.ts'
import { InformerMetrics } from './informer-metrics.ts'
import { InformerName } from './informer-name.ts'

describe('InformerName', () => {
  test('T-IDN-1: a name can be used once, and again after its release', () => {
    const name = new InformerName('first')
    expect(() => new InformerName('first')).toThrow(/already in use/)
    expect(() => new InformerName('')).toThrow(/must not be empty/)
    const other = new InformerName('other')
    name.release()
    name.release()
    const again = new InformerName('first')
    expect(again.withResource(pods).reserved).toBe(true)
    for (const each of [other, again]) each.release()
  })

  test('T-IDN-3: a release ends every identity, and frees its name and resources', () => {
    const name = new InformerName('app')
    const identity = name.withResource(pods)
    expect([identity.name, identity.resource, identity.reserved]).toEqual(['app', 'v1/pods', true])
    expect([name.withResource(pods).reserved, name.withResource(nodes).reserved]).toEqual([false, true])
    name.release()
    expect(identity.reserved).toBe(false)
    const next = new InformerName('app')
    expect(next.withResource(pods).reserved).toBe(true)
    next.release()
    expect(name.withResource(pods).reserved).toBe(false)
  })
})

test('metrics: queue length, latency and resourceVersion are published while the identity is reserved', async () => {
  const name = new InformerName('measured')
  const clock = new FakeClock()
  const seen = { queued: [] as number[], latency: [] as number[], versions: [] as string[] }
  const provider = {
    newQueuedItemsMetric: () => ({ set: (value: number) => void seen.queued.push(value) }),
    newProcessingLatencyMetric: () => ({ observe: (value: number) => void seen.latency.push(value) }),
    newStoreResourceVersionMetric: () => ({ set: (value: string) => void seen.versions.push(value) }),
  }
  const metrics = new InformerMetrics({ provider, identity: name.withResource(pods), clock })
  const { start } = informerOver(
    clock,
    {
      lists: [podList(5, pod('a', 1))],
      watches: [{ reads: [[modified(pod('a', 6)), modified(pod('a', 7))], [bookmark(9)]], stayOpen: true }],
    },
    { metrics },
  )
  void start()
  await clock.settle()
  expect([seen.queued[0], seen.queued.at(-1), Math.max(...seen.queued)]).toEqual([0, 0, 1])
  expect(seen.latency.length).toBeGreaterThan(1)
  expect([seen.versions[0], seen.versions.at(-1)]).toEqual(['5', '9'])
  name.release()
  const received = seen.queued.length
  metrics.observe(3, '10')
  metrics.processing(() => {})
  expect([seen.queued.length, seen.versions.at(-1)]).toEqual([received, '9'])
})

test('metrics: an error of a metric is thrown from a timer, and does not affect the informer', async () => {
  const name = new InformerName('throwing')
  const clock = new FakeClock()
  const fails = () => {
    throw new Error('no space left')
  }
  const provider = {
    newQueuedItemsMetric: () => ({ set: fails }),
    newProcessingLatencyMetric: () => ({ observe: fails }),
  }
  const metrics = new InformerMetrics({ provider, identity: name.withResource(pods), clock })
  const { informer, start, controller } = informerOver(
    clock,
    { lists: [podList(5, pod('a', 1))] },
    { metrics },
  )
  const done = start()
  await informer.synced()
  expect(informer.indexer.listKeys()).toEqual(['default/a'])
  expect(informer.status.error).toBeUndefined()
  await expect(clock.advance(1)).rejects.toThrow('no space left')
  controller.abort()
  await done
  name.release()
})
