import { createKubeClient, defineResource, type KubernetesObject, UsageError } from '@kube-informer/core'
import {
  type ConfigMap,
  configMaps,
  createFakeApiserver,
  type Deployment,
  deployments,
  FakeClock,
  namespaces,
  type Pod,
  pods,
} from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { draftOf } from '../api/draft.ts'
import { clientRig, configMap, namesOf } from '../test/client-rig.ts'
import { dryRunClient, fieldOwnerClient, fieldValidationClient } from './client-wrappers.ts'
import { createApiReader } from './live-reads.ts'
import { mergeFrom } from './merge-from.ts'
import { metadataOnly } from './metadata-only.ts'
import { namespacedClient } from './namespaced-client.ts'

const at = (name: string, namespace = 'default') => ({ namespace, name })
const metadataForm = metadataOnly(configMaps)

describe('C-CLI-1: where reads come from', () => {
  test('the cache, without a request after the informer has synced; writes are sent at once', async () => {
    const { client, server, settle } = clientRig({ objects: [configMap('a')] })
    await settle(client.list(configMaps))
    const { length } = server.requests
    await settle(client.get(configMaps, at('a')))
    await settle(client.find({ ...configMaps }, at('b')))
    await settle(client.list(configMaps, { namespace: 'default' }))
    expect(server.requests).toHaveLength(length)
    await settle(client.create(configMaps, configMap('b')))
    expect(server.requests.slice(length).map(({ kind }) => kind)).toEqual(['create'])
  })

  test('the server, for a resource in uncached; the metadata-only form has its own setting', async () => {
    const { client, cache, server, settle } = clientRig({
      objects: [configMap('a')],
      client: { uncached: [configMaps] },
    })
    for (let i = 0; i < 2; i++) {
      expect(await settle(client.get(configMaps, at('a')))).toMatchObject({ data: {} })
      expect(await settle(client.find(configMaps, at('b')))).toBeUndefined()
      expect(namesOf(await settle(client.list(configMaps)))).toEqual(['a'])
    }
    expect(server.requests.map(({ kind }) => kind)).toEqual(['get', 'get', 'list', 'get', 'get', 'list'])
    expect(cache.hasInformer(configMaps)).toBe(false)
    const { length } = server.requests
    for (let i = 0; i < 2; i++) await settle(client.list(metadataForm))
    expect(server.requests.slice(length).map(({ kind }) => kind)).toEqual(['list', 'watch'])
  })

  test('an error of the server is the error of the read', async () => {
    const { client, settle, fail } = clientRig({ client: { uncached: [configMaps] } })
    fail({ type: 'status', code: 403 }, 'GET')
    await expect(settle(client.find(configMaps, at('a')))).rejects.toMatchObject({ code: 403 })
  })
})

test('C-CLI-19: objects of metadata only', async () => {
  const { client, settle, server } = clientRig({ objects: [configMap('a', { x: '1' })] })
  const metadata = await settle(client.get(metadataForm, at('a')))
  await expect(client.create(metadataForm, metadata)).rejects.toThrow('cannot create using only metadata')
  for (const options of [{}, { subresource: 'status' }]) {
    await expect(client.replace(metadataForm, metadata, options)).rejects.toThrow(
      'cannot update using only metadata -- did you mean to patch?',
    )
  }
  const patched = await settle(client.patch(metadataForm, at('a'), { metadata: { labels: { l: '1' } } }))
  expect(patched).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { labels: { l: '1' } } })
  expect(patched).not.toHaveProperty('data')
  expect((await settle(client.get(metadataForm, at('a')))).metadata?.labels).toEqual({ l: '1' })
  expect((await settle(client.list(metadataForm))).items).toHaveLength(1)
  expect(server.get(configMaps, 'default/a')?.data).toEqual({ x: '1' })
  await settle(client.delete(metadataForm, at('a')))
  expect(await settle(client.find(metadataForm, at('a')))).toBeUndefined()
})

test('C-CLI-20: a subresource is written and read alone', async () => {
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: at('a'),
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'a' } },
      template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
    },
  } as unknown as Deployment
  const { client, server, settle } = clientRig({ objects: [deployment] })
  const read = draftOf(await settle(client.get(deployments, at('a'))))
  const changed = { ...read, spec: { ...read.spec, replicas: 9 }, status: { replicas: 5 } } as Deployment
  await settle(client.replace(deployments, changed, { subresource: 'status' }))
  expect(server.requests.at(-1)).toMatchObject({
    method: 'PUT',
    path: '/apis/apps/v1/namespaces/default/deployments/a/status',
  })
  await settle(client.patch(deployments, at('a'), { status: { replicas: 6 } }, { subresource: 'status' }))
  expect(await settle(client.get(deployments, at('a')))).toMatchObject({
    spec: { replicas: 1 },
    status: { replicas: 6 },
  })
  const scale = await settle(client.get(deployments, at('a'), { subresource: 'scale' }))
  expect([scale.kind, scale.spec?.replicas]).toEqual(['Scale', 1])
  await settle(client.replace(deployments, { ...scale, spec: { replicas: 3 } }, { subresource: 'scale' }))
  expect((await settle(client.get(deployments, at('a')))).spec?.replicas).toBe(3)
})

describe('C-CLI-21: mergeFrom', () => {
  const original = { ...configMap('a'), metadata: { ...at('a'), resourceVersion: '7' } }
  const changed = (change: object) => ({ ...original, ...change })

  test('an added annotation, a removed key, a changed list', () => {
    const annotated = changed({ metadata: { ...original.metadata, annotations: { test: 'foo' } } })
    expect(mergeFrom(original)(annotated)).toEqual({ metadata: { annotations: { test: 'foo' } } })
    expect(mergeFrom(annotated)(original)).toEqual({ metadata: { annotations: null } })
    expect(mergeFrom({ ...original, list: [1, 2] } as KubernetesObject)(changed({ list: [1, 3] }))).toEqual({
      list: [1, 3],
    })
    expect(mergeFrom(original)(changed({}))).toEqual({})
  })

  test('an optimistic lock has the resourceVersion of the original', () => {
    const lock = mergeFrom(original, { optimisticLock: true })
    const metadata = { ...original.metadata, labels: { x: '1' }, resourceVersion: '8' }
    expect(lock(changed({ metadata }))).toEqual({ metadata: { labels: { x: '1' }, resourceVersion: '7' } })
    expect(lock(changed({ data: { x: '1' } }))).toEqual({
      data: { x: '1' },
      metadata: { resourceVersion: '7' },
    })
    const bare = mergeFrom(configMap('a'), { optimisticLock: true })
    expect(() => bare(changed({}))).toThrow(
      'cannot use an optimistic lock: object "a" does not have any resource version',
    )
  })

  test('the lock makes the patch a Conflict', async () => {
    const { client, server, settle } = clientRig({ objects: [configMap('a')] })
    const read = await settle(client.get(configMaps, at('a')))
    server.update(configMap('a', { x: 'other' }))
    const patch = mergeFrom(read, { optimisticLock: true })({ ...read, data: { y: '1' } } as ConfigMap)
    await expect(settle(client.patch(configMaps, at('a'), patch))).rejects.toMatchObject({
      reason: 'Conflict',
    })
  })
})

describe('C-CLI-23: integers beyond 2^53', () => {
  const widgets = defineResource({
    group: 'example.com',
    version: 'v1',
    plural: 'widgets',
    kind: 'Widget',
    namespaced: true,
  })
  // As JSON.parse returns 9223372036854775807.
  const unsafe = JSON.parse('{"size":9223372036854775807,"color":"red"}') as { size: number; color: string }
  const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: at('a'), spec: unsafe }

  test('a field that changed beside it: the number is not in the patch', () => {
    expect(mergeFrom(widget)({ ...widget, spec: { ...unsafe, color: 'blue' } } as KubernetesObject)).toEqual({
      spec: { color: 'blue' },
    })
  })

  test('the number itself cannot be changed to another one of that size', () => {
    const other = { ...widget, spec: { ...unsafe, size: 9_223_372_036_854_700_000 } }
    expect(() => mergeFrom(widget)(other)).toThrow(/spec\.size.* is beyond 2\^53/)
  })

  test('no write sends it', async () => {
    const sent: string[] = []
    const kube = createKubeClient({
      baseUrl: 'http://fake',
      fetch: async (_, init) => {
        sent.push(String(init?.body))
        return new Response('{}')
      },
    })
    const { client } = clientRig({ client: { client: kube } })
    await expect(client.create(widgets, widget)).rejects.toThrow(UsageError)
    await expect(client.replace(widgets, widget)).rejects.toThrow(/cannot write spec\.size/)
    await expect(client.apply(widgets, widget)).rejects.toThrow(UsageError)
    await expect(client.patch(widgets, at('a'), { spec: unsafe })).rejects.toThrow(UsageError)
    expect(sent).toEqual([])
  })
})

/** The queries of all writes of a client. */
async function queriesOf(
  wrap: (client: ReturnType<typeof clientRig>['client']) => ReturnType<typeof clientRig>['client'],
  own: object = {},
) {
  const rig = clientRig({ objects: [configMap('a'), configMap('c'), configMap('d')] })
  const client = wrap(rig.client)
  const { length } = rig.server.requests
  const { settle } = rig
  await settle(client.create(configMaps, configMap('b'), own))
  await settle(client.replace(configMaps, configMap('a', { x: '1' }), own))
  await settle(client.patch(configMaps, at('a'), { data: { y: '1' } }, own))
  await settle(
    client.apply(configMaps, configMap('a', { z: '1' }), { fieldManager: 'default', force: true, ...own }),
  )
  const pod = { metadata: at('none') } as Pod
  await settle(client.replace(pods, pod, { subresource: 'status', ...own })).catch(() => {})
  await settle(client.patch(pods, at('none'), {}, { subresource: 'status', ...own })).catch(() => {})
  await settle(client.delete(configMaps, at('c'), own))
  await settle(
    client.deleteCollection(configMaps, { namespace: 'default', labelSelector: 'no=thing', ...own }),
  )
  return { rig, queries: rig.server.requests.slice(length).map(({ query }) => query) }
}

describe('C-CLI-24: dry run and field owner', () => {
  test('a dry-run client stores nothing, and reads', async () => {
    for (const own of [{}, { dryRun: true }, { dryRun: false }]) {
      const { rig, queries } = await queriesOf(dryRunClient, own)
      expect(queries.slice(0, 6).map(({ dryRun }) => dryRun)).toEqual(Array(6).fill('All'))
      expect(rig.server.list(configMaps)).toHaveLength(3)
      expect(rig.server.get(configMaps, 'default/a')?.data).toEqual({})
      const client = dryRunClient(rig.client)
      expect(namesOf(await rig.settle(client.list(configMaps)))).toEqual(['a', 'c', 'd'])
      expect(await rig.settle(client.get(configMaps, at('a')))).toBeDefined()
      expect(await rig.settle(client.find(configMaps, at('b')))).toBeUndefined()
    }
  })

  test('the field owner of the client; that of a call wins', async () => {
    const managers = async (own: object) =>
      (await queriesOf(client => fieldOwnerClient(client, 'a'), own)).queries
        .slice(0, 6)
        .map(({ fieldManager }) => fieldManager)
    // queriesOf names a manager for its apply.
    expect(await managers({})).toEqual(['a', 'a', 'a', 'default', 'a', 'a'])
    expect(await managers({ fieldManager: 'b' })).toEqual(Array(6).fill('b'))
    const { client, server, settle } = clientRig()
    await settle(fieldOwnerClient(client, 'a').apply(configMaps, configMap('x')))
    expect(server.requests.at(-1)?.query).toMatchObject({ fieldManager: 'a' })
  })
})

test('C-CLI-25: the field validation of the client; that of a call wins', async () => {
  const validations = async (own: object) =>
    (await queriesOf(client => fieldValidationClient(client, 'Strict'), own)).queries.map(
      ({ fieldValidation }) => fieldValidation,
    )
  const strict = 'Strict'
  expect(await validations({})).toEqual([
    strict,
    strict,
    strict,
    undefined,
    strict,
    strict,
    undefined,
    undefined,
  ])
  expect((await validations({ fieldValidation: 'Warn' })).slice(0, 3)).toEqual(['Warn', 'Warn', 'Warn'])
})

describe('namespacedClient', () => {
  const widgetIn = (namespace: string | undefined) =>
    ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'b', ...(namespace && { namespace }) },
    }) as ConfigMap
  const mismatch = 'namespace ns2 of the object b does not match the namespace ns1 on the client'

  test('C-CLI-26: writes are filled, or checked', async () => {
    const writes = {
      create: (client: ReturnType<typeof clientRig>['client'], namespace?: string) =>
        client.create(configMaps, widgetIn(namespace)),
      replace: (client: ReturnType<typeof clientRig>['client'], namespace?: string) =>
        client.replace(configMaps, widgetIn(namespace)),
      patch: (client: ReturnType<typeof clientRig>['client'], namespace?: string) =>
        client.patch(configMaps, { name: 'b', namespace }, {}),
      apply: (client: ReturnType<typeof clientRig>['client'], namespace?: string) =>
        client.apply(configMaps, widgetIn(namespace)),
      delete: (client: ReturnType<typeof clientRig>['client'], namespace?: string) =>
        client.delete(configMaps, { name: 'b', namespace }),
    }
    for (const [verb, write] of Object.entries(writes)) {
      const ns1 = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ns1' } }
      const objects = verb === 'create' ? [ns1] : [ns1, configMap('b', {}, 'ns1')]
      for (const namespace of [undefined, 'ns1']) {
        const rig = clientRig({ objects })
        await rig.settle(write(namespacedClient(rig.client, 'ns1'), namespace))
        const { path } = rig.server.requests.at(-1) ?? {}
        expect(path).toContain('/api/v1/namespaces/ns1/configmaps')
      }
      const rig = clientRig({ objects })
      await expect(write(namespacedClient(rig.client, 'ns1'), 'ns2')).rejects.toThrow(mismatch)
      expect(rig.server.requests).toHaveLength(0)
    }
  })

  test('C-CLI-26: status writes and cluster-scoped objects', async () => {
    const { client, settle, server } = clientRig()
    const within = namespacedClient(client, 'ns1')
    const pod = { metadata: { name: 'b', namespace: 'ns2' } } as Pod
    await expect(within.replace(pods, pod, { subresource: 'status' })).rejects.toThrow(mismatch)
    await expect(
      within.patch(pods, { name: 'b', namespace: 'ns2' }, {}, { subresource: 'status' }),
    ).rejects.toThrow(mismatch)
    await settle(within.create(namespaces, { metadata: { name: 'x' } }))
    expect(server.get(namespaces, 'x')?.metadata).not.toHaveProperty('namespace')
    expect(await settle(within.get(namespaces, { name: 'x' }))).toBeDefined()
    expect((await settle(within.list(namespaces))).items.length).toBeGreaterThan(0)
  })

  test('C-CLI-27: reads and deletions of collections', async () => {
    const { client, settle, server } = clientRig({
      objects: [configMap('b', {}, 'ns1'), configMap('b', {}, 'ns2')],
    })
    const within = namespacedClient(client, 'ns1')
    expect((await settle(within.get(configMaps, { name: 'b' }))).metadata?.namespace).toBe('ns1')
    await expect(within.get(configMaps, at('b', 'ns2'))).rejects.toThrow(mismatch)
    await expect(within.find(configMaps, at('b', 'ns2'))).rejects.toThrow(mismatch)
    const { items } = await settle(within.list(configMaps, { namespace: 'ns2' }))
    expect(items.map(({ metadata }) => metadata?.namespace)).toEqual(['ns1'])
    await settle(within.deleteCollection(configMaps, { namespace: 'ns2' }))
    expect(server.keys(configMaps)).toEqual(['ns2/b'])
  })
})

test('C-CLI-36: an object is named by its key, its namespace and name, a request, or itself', async () => {
  const { client, server, settle } = clientRig({ objects: [configMap('a'), configMap('b'), configMap('c')] })
  for (const name of ['default/a', at('a'), configMap('a')]) {
    expect((await settle(client.get(configMaps, name))).metadata?.name).toBe('a')
    expect((await settle(client.find(configMaps, name)))?.metadata?.name).toBe('a')
  }
  await settle(client.patch(configMaps, configMap('a'), { data: { x: '1' } }))
  // The write is tracked under the same key.
  expect((await settle(client.get(configMaps, 'default/a'))).data).toEqual({ x: '1' })
  await settle(client.delete(configMaps, 'default/a'))
  // An object only names: this one has another version than the stored one.
  const old = { ...configMap('b'), metadata: { ...at('b'), uid: 'other', resourceVersion: '1' } }
  await settle(client.delete(configMaps, old))
  expect(server.keys(configMaps)).toEqual(['default/c'])
  for (const [resource, name] of [
    [configMaps, 'c'],
    [namespaces, 'default/c'],
  ] as const) {
    await expect(settle(client.get(resource, name))).rejects.toThrow(UsageError)
    await expect(settle(client.find(resource, name))).rejects.toThrow(UsageError)
    await expect(settle(client.patch(resource, name, {}))).rejects.toThrow(UsageError)
    await expect(settle(client.delete(resource, name))).rejects.toThrow(UsageError)
  }
})

test('C-CLI-36: a bare name is of the namespace of a namespaced client', async () => {
  const { client, settle } = clientRig({ objects: [configMap('b', {}, 'ns1')] })
  const within = namespacedClient(client, 'ns1')
  for (const name of ['b', 'ns1/b', { name: 'b' }, { metadata: { name: 'b' } }, configMap('b', {}, 'ns1')])
    expect((await settle(within.get(configMaps, name))).metadata?.namespace).toBe('ns1')
  for (const name of ['ns2/b', at('b', 'ns2'), configMap('b', {}, 'ns2')])
    await expect(within.get(configMaps, name)).rejects.toThrow('does not match the namespace ns1')
  await expect(within.get(configMaps, 'a/b/c')).rejects.toThrow(UsageError)
})

test('C-CLI-33: the API reader always asks the server, and has pages', async () => {
  const clock = new FakeClock()
  const objects = ['a', 'b', 'c'].map(name => configMap(name))
  const server = createFakeApiserver({ clock, objects })
  const reader = createApiReader(createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock }))
  for (let i = 0; i < 2; i++) expect(await reader.get(configMaps, at('a'))).toMatchObject({ data: {} })
  expect(await reader.find(configMaps, at('z'))).toBeUndefined()
  const first = await reader.list(configMaps, { limit: 2, namespace: 'default' })
  expect(namesOf(first)).toEqual(['a', 'b'])
  const rest = await reader.list(configMaps, {
    limit: 2,
    namespace: 'default',
    continue: first.metadata.continue,
  })
  expect([namesOf(rest), rest.metadata.continue ?? '']).toEqual([['c'], ''])
  expect(namesOf(await reader.list(configMaps, { fieldSelector: { 'metadata.name': 'b' } }))).toEqual(['b'])
  expect(namesOf(await reader.list(configMaps, { labelSelector: { matchLabels: { x: '1' } } }))).toEqual([])
  expect(await reader.get(metadataForm, at('a'))).toMatchObject({ kind: 'PartialObjectMetadata' })
  expect((await reader.list(metadataForm)).items).toHaveLength(3)
  expect(server.requests).toHaveLength(9)
})
