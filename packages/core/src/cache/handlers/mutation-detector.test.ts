import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../api/object.ts'
import { informerOver } from '../../test/informer-rig.ts'
import { modified, pod, podList } from '../../test/scripted-lister-watcher.ts'
import { createMutationDetector, type MutationError } from './mutation-detector.ts'

type Writable = { metadata: { labels?: Record<string, string> } }

function detecting(onMutation?: (error: MutationError) => void) {
  return informerOver(
    new FakeClock(),
    {
      lists: [podList(5, pod('a', 1), pod('b', 2))],
      watches: [{ reads: [[modified(pod('b', 6))]], stayOpen: true }],
    },
    { mutationDetector: createMutationDetector({ onMutation }) },
  )
}

describe('createMutationDetector', () => {
  test('T-MDT-1: a write to an object of the cache is reported once within a second, with its path', async () => {
    const found: MutationError[] = []
    const { clock, informer, start } = detecting(error => found.push(error))
    void start()
    await clock.advance(5_000)
    expect(found).toEqual([])
    const victim = informer.indexer.getByKey('default/a') as KubernetesObject & Writable
    victim.metadata.labels = { mine: 'now' }
    await clock.advance(1_000)
    expect(found.map(error => error.object)).toEqual([victim])
    expect(found[0]?.message).toMatch(/ at \.metadata\.labels:/)
    await clock.advance(10_000)
    expect(found).toHaveLength(1)
  })

  test('without a listener the error is uncaught', async () => {
    const { clock, informer, start } = detecting()
    void start()
    await clock.settle()
    const victim = informer.indexer.getByKey('default/b') as KubernetesObject & Writable
    victim.metadata.labels = {}
    await expect(clock.advance(1_000)).rejects.toThrow(/changed in place/)
  })

  test('objects are released after some minutes, and no timer remains after the stop', async () => {
    const found: MutationError[] = []
    const { clock, informer, start, controller } = detecting(error => found.push(error))
    const done = start()
    await clock.advance(300_000)
    const victim = informer.indexer.getByKey('default/a') as KubernetesObject & Writable
    victim.metadata.labels = {}
    await clock.advance(10_000)
    expect(found).toEqual([])
    controller.abort()
    await done
    expect(clock.pendingTimers).toBe(0)
  })
})
