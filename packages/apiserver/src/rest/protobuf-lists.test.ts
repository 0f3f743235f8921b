import { systemClock } from '@kube-informer/core'
import { readProtobuf } from '@kube-informer/core/protobuf'
import { expect, test } from 'vitest'
import { generatePods } from '../pods/generate.ts'
import { createFakeApiserver } from '../server/fake-apiserver.ts'

const PROTOBUF = 'application/vnd.kubernetes.protobuf'

function start(count: number) {
  let yields = 0
  const clock = {
    ...systemClock,
    yieldToHost: () => {
      yields++
      return systemClock.yieldToHost()
    },
  }
  const server = createFakeApiserver({ clock, objects: generatePods({ count, seed: 1 }) })
  const list = async (accept: string, query = '') =>
    await server.fetch(`http://fake/api/v1/pods${query}`, { headers: { accept } })
  const inProtobuf = async (query?: string) =>
    await readProtobuf(new Uint8Array(await (await list(PROTOBUF, query)).arrayBuffer()))
  const inJson = async (query?: string) => await (await list('application/json', query)).json()
  return { list, inProtobuf, inJson, yields: () => yields }
}

test('a list in protobuf is that in JSON, whole and in pages', async () => {
  const { list, inProtobuf, inJson } = start(30)
  expect((await list(PROTOBUF)).headers.get('Content-Type')).toBe(PROTOBUF)
  expect(await inProtobuf()).toEqual(await inJson())
  const page = await inProtobuf('?limit=7')
  expect(page).toMatchObject({ metadata: { remainingItemCount: 23 } })
  expect((page as { items?: unknown[] }).items).toHaveLength(7)
})

test('an object is encoded once, in slices between which other requests have their turn', async () => {
  const { inProtobuf, yields } = start(1_000)
  await inProtobuf()
  expect(yields()).toBe(5)
  await inProtobuf()
  expect(yields()).toBe(5)
})
