import { configMaps } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { clientRig, configMap, isSettled } from '../test/client-rig.ts'
import { demandOf } from './live-demands.ts'
import { WriteLog } from './write-log.ts'

const rigOf = () => {
  const rig = clientRig({ objects: [configMap('a')] })
  const { kube: client, cache, clock } = rig
  return { ...rig, log: new WriteLog({ resource: configMaps, client, cache, clock }) }
}

test('writes that the cache has seen are forgotten, also without reads', async () => {
  const { log, cache, server, settle } = rigOf()
  await settle(cache.list(configMaps))
  const { resourceVersion = '' } = server.get(configMaps, 'default/a')?.metadata ?? {}
  let largest = 0
  for (let i = 0; i < 10_000; i++) {
    log.demand(`default/n${i}`, demandOf({ name: `n${i}`, namespace: 'default', resourceVersion }))
    largest = Math.max(largest, log.size)
  }
  expect(largest).toBeLessThanOrEqual(64)
})

test('without an informer, the size is bounded, and the next read asks the server', async () => {
  const { log, cache, server, settle, clock } = rigOf()
  let largest = 0
  for (let i = 0; i < 20_000; i++) {
    log.demand(`default/n${i}`, demandOf({ name: `n${i}`, namespace: 'default', resourceVersion: '5000' }))
    largest = Math.max(largest, log.size)
  }
  expect(largest).toBeLessThanOrEqual(2 * 4_096)
  await settle(cache.list(configMaps))
  const [part] = cache.informerFor(configMaps).parts
  if (!part) throw new Error('no part')
  const { length } = server.requests
  const catchingUp = log.catchUp(part, { type: 'object', key: 'default/z', namespace: 'default' }, undefined)
  expect(await isSettled(catchingUp, clock)).toBe(true)
  expect(server.requests.slice(length).map(({ kind }) => kind)).toEqual(['list'])
  expect(log.isCaughtUp(part, { type: 'object', key: 'default/z', namespace: 'default' })).toBe(true)
})

test('a resourceVersion without an order leaves nothing to wait for', () => {
  const { log } = rigOf()
  log.demand('default/a', demandOf({ name: 'a', resourceVersion: 'abc' }))
  expect(log.isEmpty).toBe(true)
})
