import { cacheFrom } from '@kube-informer/cacher'
import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { ProtocolError, StatusError } from '../api/errors.ts'
import type { KubernetesObject, List } from '../api/object.ts'
import { SharedIndexInformer } from '../cache/informer/shared-index-informer.ts'
import { checkedList } from './checked-list.ts'

const FAILURE = {
  metadata: {},
  status: 'Failure',
  code: 500,
  reason: 'InternalError',
  message: 'not ready',
  kind: 'Status',
}
const pod = { metadata: { name: 'a', namespace: 'd', uid: 'u', resourceVersion: '5' } }
const PODS = { kind: 'PodList', metadata: { resourceVersion: '7' }, items: [pod] }

const asList = (answer: unknown) => answer as List<KubernetesObject>

test('T-ANS-12: a list stays as it is, and one without items has none', () => {
  const list = asList({ ...PODS, columns: [] })
  expect(checkedList(list)).toBe(list)
  expect(checkedList(asList({ ...PODS, items: null })).items).toEqual([])
  expect(checkedList(asList({ kind: 'PodList', metadata: {} })).items).toEqual([])
  expect(checkedList(asList({ ...PODS, kind: 'Status', apiVersion: 'example.com/v1' })).items).toEqual([pod])
})

test('T-ANS-12: a Status is its error, and what is no list is a ProtocolError', () => {
  expect(() => checkedList(asList(FAILURE))).toThrow(StatusError)
  for (const answer of [
    ...[undefined, null, 'text', [], {}, { metadata: {} }, { items: [] }, { ...PODS, items: 'none' }],
    { ...FAILURE, status: 'Success' },
  ])
    expect(() => checkedList(asList(answer)), JSON.stringify(answer)).toThrow(ProtocolError)
})

test.each([FAILURE, { ...FAILURE, status: 'Success' }, { metadata: {} }])(
  'T-ANS-12: a hand-written list that answers something else empties no informer and no cache: %j',
  async answer => {
    const clock = new FakeClock()
    let isBroken = false
    const watch = async () => {
      if (isBroken)
        throw new StatusError({ kind: 'Status', code: 410, reason: 'Expired', message: 'too old' })
      const ends = new Promise<void>(resolve => clock.setTimeout(resolve, 5_000))
      return (async function* () {
        await ends
        yield []
      })()
    }
    const listerWatcher = { list: async () => asList(isBroken ? answer : PODS), watch }
    const informer = new SharedIndexInformer({ listerWatcher, clock, random: () => 0 })
    const { cacher, run } = cacheFrom({
      listerWatcher,
      type: { kind: 'Pod', apiVersion: 'v1' },
      clock,
      random: () => 0,
    })
    const stop = new AbortController()
    const running = [informer.run(stop.signal), run(stop.signal)]
    await clock.advance(1_000)
    isBroken = true
    await clock.advance(60_000)
    expect(informer.indexer.listKeys()).toEqual(['d/a'])
    expect(informer.status.error).toBeDefined()
    expect(cacher.size).toBe(1)
    stop.abort()
    await clock.advance(10_000)
    await Promise.all(running)
  },
)
