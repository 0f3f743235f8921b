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

test('an object that the server no longer has counts as deleted, also if the cache has not had it', async () => {
  const { log, cache, settle, server } = rigOf()
  await settle(cache.list(configMaps))
  const [part] = cache.informerFor(configMaps).parts
  if (!part) throw new Error('no part')
  server.stallWatchCache(configMaps)
  const created = server.create(configMap('b'))
  const key = 'default/b'
  log.demand(key, demandOf(created.metadata ?? {}))
  server.delete(configMap('b'))
  log.doubt({ type: 'object', key, namespace: 'default' })
  const stop = new AbortController()
  const waiting = log.catchUp(part, { type: 'object', key, namespace: 'default' }, stop.signal)
  await settle(Promise.resolve())
  // Its creation arrives alone.
  part.informer.indexer.add(created as never)
  expect(log.isCaughtUp(part, { type: 'object', key, namespace: 'default' })).toBe(false)
  stop.abort()
  await expect(waiting).rejects.toThrow()
})

test('a write of an object that the selectors exclude is kept until the informer covers it', async () => {
  const rig = clientRig({ cache: { defaultLabelSelector: 'app=x' } })
  const { kube: client, cache, clock, settle, server } = rig
  const log = new WriteLog({ resource: configMaps, client, cache, clock })
  await settle(cache.list(configMaps))
  const [part] = cache.informerFor(configMaps).parts
  if (!part) throw new Error('no part')
  const { metadata = {} } = server.create(configMap('b'))
  log.demand('default/b', demandOf(metadata))
  expect(log.isCaughtUp(part, { type: 'list', namespace: '' })).toBe(true)
  expect(log.size).toBe(1)
})
