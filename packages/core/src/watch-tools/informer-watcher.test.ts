import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../api/object.ts'
import { label } from '../test/informer-rig.ts'
import {
  added,
  deleted,
  errorEvent,
  modified,
  pod,
  podList,
  ScriptedListerWatcher,
} from '../test/scripted-lister-watcher.ts'
import { createInformerWatcher, type InformerWatcher } from './informer-watcher.ts'

const [a, b, c] = [pod('a', 1), pod('b', 2), pod('c', 3)]

/** `ADDED a@1` for each of the next events. */
async function read(watcher: InformerWatcher<KubernetesObject>, count: number): Promise<readonly string[]> {
  const iterator = watcher[Symbol.asyncIterator]()
  const seen: string[] = []
  while (seen.length < count) {
    const { value } = await iterator.next()
    if (value) seen.push(`${value.type} ${label(value.object as KubernetesObject)}`)
  }
  return seen
}

describe('createInformerWatcher', () => {
  test('T-IWT-3: the objects of the list, then the changes', async () => {
    const changes = [added(pod('d', 4)), modified(pod('b', 5)), deleted(pod('c', 6))]
    const listerWatcher = new ScriptedListerWatcher({
      lists: [podList(3, a, b, c)],
      watches: [{ reads: [changes], stayOpen: true }],
    })
    const watcher = createInformerWatcher({ listerWatcher })
    expect((await read(watcher, 3)).toSorted()).toEqual(['ADDED a@1', 'ADDED b@2', 'ADDED c@3'])
    expect((await read(watcher, 3)).toSorted()).toEqual(['ADDED d@4', 'DELETED c@6', 'MODIFIED b@5'])
    await watcher.synced
    expect(watcher.store.listKeys().toSorted()).toEqual(['default/a', 'default/b', 'default/d'])
    watcher.stop()
    await watcher.done
  })

  test('a deletion that was missed is DELETED with the last known state', async () => {
    const clock = new FakeClock()
    const listerWatcher = new ScriptedListerWatcher({
      lists: [podList(3, a, b), podList(9, b)],
      watches: [{ reads: [[errorEvent(410, 'Expired')]] }],
    })
    const watcher = createInformerWatcher({ listerWatcher, clock })
    const reading = read(watcher, 3)
    await clock.advance(60_000)
    expect((await reading).at(-1)).toBe('DELETED a@1')
    watcher.stop()
    await watcher.done
  })

  test.each(['stop', 'abort', 'leave the loop'])(
    'T-IWT-5: %s with unread events: the informer ends, and the iteration',
    async how => {
      const clock = new FakeClock()
      const controller = new AbortController()
      const listerWatcher = new ScriptedListerWatcher({ lists: [podList(3, a, b, c)] })
      const watcher = createInformerWatcher({ listerWatcher, clock, signal: controller.signal })
      await clock.settle()
      expect(listerWatcher.open).toBe(1)
      if (how === 'stop') watcher.stop()
      if (how === 'abort') controller.abort()
      if (how === 'leave the loop') for await (const _ of watcher) break
      watcher.stop()
      await watcher.done
      const { done } = await watcher[Symbol.asyncIterator]().next()
      expect([done, listerWatcher.open, clock.pendingTimers]).toEqual([true, 0, 0])
    },
  )

  test('an aborted signal: nothing is requested', async () => {
    const listerWatcher = new ScriptedListerWatcher({ lists: [podList(3, a)] })
    const watcher = createInformerWatcher({ listerWatcher, signal: AbortSignal.abort() })
    await watcher.done
    expect(listerWatcher.lists).toEqual([])
  })
})
