import { createFakeApiserver } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { defineResource, type ResourceDefinition } from '../api/resource.ts'
import { createKubeClient } from '../client/kube-client.ts'
import { DeferredRESTMapper } from './deferred-rest-mapper.ts'
import { NoMatchError } from './match-errors.ts'

const widgets = defineResource({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})

/** A client whose server can be replaced by one with more resources; counts the discoveries. */
function changingServer() {
  let server = createFakeApiserver()
  let discoveries = 0
  const client = createKubeClient({
    baseUrl: 'http://fake',
    fetch: (url, init) => {
      if (new URL(url).pathname === '/apis') discoveries++
      return server.fetch(url, init)
    },
  })
  return {
    mapper: new DeferredRESTMapper({ client }),
    discoveries: () => discoveries,
    install: (...resources: readonly ResourceDefinition[]) => {
      server = createFakeApiserver({ resources })
    },
    fail: () => {
      server.faults.add({ match: {}, action: { type: 'status', code: 403 } })
    },
  }
}

test('discovers at the first lookup, and once for all known resources', async () => {
  const { mapper, discoveries } = changingServer()
  expect(discoveries()).toBe(0)
  const found = await Promise.all([mapper.mappingFor('pods'), mapper.resourceFor({ resource: 'nodes' })])
  expect(found.map(({ kind }) => kind)).toEqual(['Pod', 'Node'])
  expect(await mapper.kindFor({ resource: 'pods' })).toEqual({ group: '', version: 'v1', kind: 'Pod' })
  expect(discoveries()).toBe(1)
})

test('a miss discovers again and finds new resources', async () => {
  const { mapper, discoveries, install } = changingServer()
  await mapper.mappingFor('pods')
  install(widgets)
  const group = { group: 'example.com', kind: 'Widget' }
  const found = await Promise.all([mapper.mappingFor('widgets'), mapper.restMapping(group, 'v1')])
  expect(found.map(({ plural }) => plural)).toEqual(['widgets', 'widgets'])
  expect(discoveries()).toBe(2)
})

test('a resource that is still missing is an error, and a first lookup discovers only once', async () => {
  const { mapper, discoveries } = changingServer()
  await expect(mapper.mappingFor('widgets')).rejects.toThrow(NoMatchError)
  expect(discoveries()).toBe(1)
  await expect(mapper.resourcesFor({ resource: 'widgets' })).rejects.toThrow(NoMatchError)
  expect(discoveries()).toBe(2)
})

test('reset discards the discovery; an unknown category causes no discovery', async () => {
  const { mapper, discoveries } = changingServer()
  expect(await mapper.expandCategory('nosuch')).toEqual([])
  expect(await mapper.expandCategory('nosuch')).toEqual([])
  expect(discoveries()).toBe(1)
  mapper.reset()
  await mapper.mappingFor('pods')
  expect(discoveries()).toBe(2)
})

test('a failed discovery is not cached', async () => {
  const { mapper, install, fail } = changingServer()
  fail()
  await expect(mapper.mappingFor('pods')).rejects.toMatchObject({ code: 403 })
  install()
  expect((await mapper.mappingFor('pods')).kind).toBe('Pod')
})
