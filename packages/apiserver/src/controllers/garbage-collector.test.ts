import type { ObjectMeta } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { configMaps } from '../object/resources.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'

const OWNER = '/api/v1/namespaces/default/configmaps/owner'

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, controllers: { garbageCollector: true } })
  put('owner', {})
  put('other', {})
  put('both', { ownerReferences: [ownerOf('owner'), ownerOf('other')] })
  put('one', { ownerReferences: [ownerOf('owner')] })
  put('stranger', { ownerReferences: [{ ...ownerOf('owner'), uid: 'never-there' }] })
})

function put(name: string, metadata: ObjectMeta): void {
  server.create({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { ...metadata, name } })
}

function ownerOf(name: string) {
  const uid = server.get(configMaps, `default/${name}`)?.metadata?.uid ?? ''
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid }
}

const remove = async (propagationPolicy: string) => {
  await ask(server, 'DELETE', OWNER, { propagationPolicy })
  await clock.advance(100)
}

test('objects without owners are deleted', async () => {
  await remove('Background')
  expect(server.keys(configMaps)).toEqual(['default/both', 'default/other', 'default/stranger'])
})

test('a dependent that is created after the deletion of its owner is deleted', async () => {
  const owner = ownerOf('owner')
  await remove('Background')
  put('late', { ownerReferences: [owner] })
  await clock.advance(100)
  expect(server.keys(configMaps)).toEqual(['default/both', 'default/other', 'default/stranger'])
})

test('Orphan: the dependents stay without this owner', async () => {
  await remove('Orphan')
  expect(server.keys(configMaps)).toEqual([
    'default/both',
    'default/one',
    'default/other',
    'default/stranger',
  ])
  expect(server.get(configMaps, 'default/one')?.metadata).not.toHaveProperty('ownerReferences')
  expect(server.get(configMaps, 'default/both')?.metadata?.ownerReferences).toHaveLength(1)
})

test('Foreground: the dependents are deleted first', async () => {
  server.delete({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'both' } })
  await ask(
    server,
    'PATCH',
    OWNER.replace('owner', 'one'),
    { metadata: { finalizers: ['e.com/x'] } },
    'application/merge-patch+json',
  )
  await remove('Foreground')
  expect(server.get(configMaps, 'default/owner')?.metadata?.finalizers).toEqual(['foregroundDeletion'])
  expect(server.get(configMaps, 'default/one')?.metadata?.deletionTimestamp).toBeDefined()
  await ask(
    server,
    'PATCH',
    OWNER.replace('owner', 'one'),
    { metadata: { finalizers: null } },
    'application/merge-patch+json',
  )
  await clock.advance(100)
  expect(server.keys(configMaps)).toEqual(['default/other', 'default/stranger'])
})

test('a bare server has no garbage collector', async () => {
  server = createFakeApiserver({ clock })
  put('owner', {})
  put('one', { ownerReferences: [ownerOf('owner')] })
  await remove('Background')
  expect(server.keys(configMaps)).toEqual(['default/one'])
})
