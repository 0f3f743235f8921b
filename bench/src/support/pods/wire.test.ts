import { expect, test } from 'vitest'
import { encodeEvents, encodeItems, encodeList, eventsOf, versionedPods } from './wire.ts'

const extent = { count: 4, listed: 1, events: 6 }

test('a list has the form of one from an apiserver', () => {
  const pods = [...versionedPods({ count: 3 })]
  const list = JSON.parse(encodeList(encodeItems(pods), { continue: '3' }).toString())
  expect(list).toMatchObject({ kind: 'PodList', metadata: { resourceVersion: '1000000', continue: '3' } })
  expect(list.items.map((item: object) => 'kind' in item)).toEqual([false, false, false])
  expect(list.items.at(-1).metadata).toEqual(pods.at(-1)?.metadata)
  expect(Object.keys(list.items[0].metadata).slice(0, 5)).toEqual(
    'name generateName namespace uid resourceVersion'.split(' '),
  )
})

test('events add Pods that were not listed, then modify, each with its own resourceVersion', () => {
  const events = [...eventsOf([...versionedPods({ count: 4 })], extent)]
  expect(events.map(({ type }) => type)).toEqual('ADDED ADDED ADDED MODIFIED MODIFIED MODIFIED'.split(' '))
  const versions = events.map(({ object }) => Number(object.metadata.resourceVersion))
  expect(versions).toEqual([1, 2, 3, 4, 5, 6].map(i => 1_000_000 + i))
  expect(events[4]?.object.metadata.name).toBe(events[0]?.object.metadata.name)
  expect(events[4]?.object.status).not.toEqual(events[0]?.object.status)
})

test('events are lines, and `pods` ends as the expected content of a cache', () => {
  const pods = [...versionedPods({ count: 4 })]
  const lines = encodeEvents(pods, extent).toString().trimEnd().split('\n')
  expect(lines).toHaveLength(6)
  const after = [...pods]
  for (const _ of eventsOf(after, extent));
  expect(after[2]).toEqual(JSON.parse(lines[5] ?? '').object)
  expect(after[0]).toEqual(JSON.parse(lines[3] ?? '').object)
})
