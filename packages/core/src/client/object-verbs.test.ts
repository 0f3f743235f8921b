import { createFakeApiserver, FakeClock, generatePods } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { isConflict, isNotFound, UsageError } from '../api/errors.ts'
import type { ListOptions } from '../api/lister-watcher.ts'
import type { KubernetesObject } from '../api/object.ts'
import { defineResource } from '../api/resource.ts'
import { clientAnswering, errorOf, json } from '../test/answering-client.ts'
import { createKubeClient, type InformerClient } from './kube-client.ts'
import { listMetadata } from './partial-object-metadata.ts'
import { listTable } from './tables/table.ts'
import { isStatus } from './verb-options.ts'

type Selectors = Pick<ListOptions, 'labelSelector' | 'fieldSelector'>

interface Deployment extends KubernetesObject {
  readonly spec?: {
    readonly replicas?: number
    readonly paused?: boolean
    readonly [field: string]: unknown
  }
  readonly status?: { readonly replicas?: number }
}
const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const deployments = defineResource<Deployment>({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
})
const at = { namespace: 'n', name: 'a' }
const namespace = { kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'n' } }
const labels = { app: 'web' }
const web: Deployment = {
  metadata: at,
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: { containers: [{ name: 'main', image: 'example/app:1' }] },
    },
  },
}

/** The request that a call sends. */
async function sentBy(call: (client: ReturnType<typeof createKubeClient>) => Promise<unknown>) {
  const { client, sent } = clientAnswering([json({})])
  await call(client)
  const [request] = sent
  if (!request) throw new Error('nothing was sent')
  const { url, method, headers, body } = request
  const query = Object.fromEntries(url.searchParams)
  delete query.pretty
  return {
    line: `${method} ${url.pathname}`,
    query,
    type: headers.get('content-type'),
    body: typeof body === 'string' ? JSON.parse(body) : undefined,
  }
}
const collection = '/apis/apps/v1/namespaces/n/deployments'

describe('requests of the verbs', () => {
  test('a get with a resourceVersion', async () => {
    expect(await sentBy(client => client.get(deployments, at, { resourceVersion: '0' }))).toEqual({
      line: `GET ${collection}/a`,
      query: { resourceVersion: '0' },
      type: null,
      body: undefined,
    })
  })

  test('a create with every option, and the kind that lists omit', async () => {
    const options = { dryRun: true, fieldManager: 'me', fieldValidation: 'Strict' } as const
    expect(await sentBy(client => client.create(deployments, web, options))).toEqual({
      line: `POST ${collection}`,
      query: { dryRun: 'All', fieldManager: 'me', fieldValidation: 'Strict' },
      type: 'application/json',
      body: { apiVersion: 'apps/v1', kind: 'Deployment', ...web },
    })
  })

  test('a create of a subresource keeps its own kind', async () => {
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: at }
    expect(await sentBy(client => client.create(pods, eviction, { subresource: 'eviction' }))).toMatchObject({
      line: 'POST /api/v1/namespaces/n/pods/a/eviction',
      body: eviction,
    })
  })

  test('a replace of the status', async () => {
    const sent = await sentBy(client => client.replace(deployments, web, { subresource: 'status' }))
    expect(sent).toMatchObject({
      line: `PUT ${collection}/a/status`,
      query: { fieldManager: 'kube-informer' },
      body: { kind: 'Deployment' },
    })
  })

  test.each([
    ['json', [{ op: 'remove', path: '/spec/paused' }], 'application/json-patch+json'],
    ['merge', { spec: { paused: null } }, 'application/merge-patch+json'],
    ['strategic', { spec: { paused: null } }, 'application/strategic-merge-patch+json'],
  ] as const)('a patch of type %s', async (type, patch, contentType) => {
    const sent = await sentBy(client => client.patch(deployments, at, patch, { type }))
    expect(sent).toMatchObject({ line: `PATCH ${collection}/a`, type: contentType, body: patch })
    expect(sent.query).not.toHaveProperty('force')
  })

  test('an apply', async () => {
    expect(await sentBy(client => client.apply(deployments, web, { force: true }))).toEqual({
      line: `PATCH ${collection}/a`,
      query: { fieldManager: 'kube-informer', force: 'true' },
      type: 'application/apply-patch+yaml',
      body: { apiVersion: 'apps/v1', kind: 'Deployment', ...web },
    })
  })

  test('a delete', async () => {
    const preconditions = { uid: 'u' }
    const options = {
      propagationPolicy: 'Foreground',
      gracePeriodSeconds: 0,
      dryRun: true,
      preconditions,
    } as const
    const sent = await sentBy(client => client.delete(deployments, at, options))
    expect(sent).toMatchObject({ line: `DELETE ${collection}/a` })
    expect(sent.body).toEqual({ kind: 'DeleteOptions', apiVersion: 'v1', ...options, dryRun: ['All'] })
  })

  test('a delete of a collection', async () => {
    const options = { namespace: 'n', labelSelector: 'a=b', limit: 5, propagationPolicy: 'Orphan' } as const
    expect(await sentBy(client => client.deleteCollection(deployments, options))).toEqual({
      line: `DELETE ${collection}`,
      query: { labelSelector: 'a=b', limit: '5' },
      type: 'application/json',
      body: { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Orphan' },
    })
  })
})

test('without a name nothing is sent, since the path would be that of the whole collection', async () => {
  const { client, sent } = clientAnswering([json({})])
  for (const call of [
    client.get(pods, { namespace: 'n', name: '' }),
    client.replace(pods, { metadata: { namespace: 'n' } }),
    client.patch(pods, { metadata: { namespace: 'n' } }, {}),
    client.apply(pods, {}),
    client.delete(pods, { metadata: { namespace: 'n' } }),
    client.delete(pods, 'n/'),
    client.create(pods, {}, { subresource: 'eviction' }),
  ]) {
    expect(await errorOf(call)).toBeInstanceOf(UsageError)
  }
  expect(sent).toHaveLength(0)
})

test('a name that would resolve to another path is rejected', async () => {
  const { client, sent } = clientAnswering([json({})])
  // As a URL, this would resolve to the path of the namespace.
  expect(await errorOf(client.delete(pods, { namespace: 'n', name: '..' }))).toBeInstanceOf(UsageError)
  expect(sent).toHaveLength(0)
})

test('an object that is given to a write names only: no part of it is a precondition', async () => {
  const pod = { metadata: { ...at, uid: 'u', resourceVersion: '7' }, spec: {} }
  const deletion = await sentBy(client => client.delete(pods, pod))
  expect(deletion).toEqual(await sentBy(client => client.delete(pods, 'n/a')))
  expect(JSON.stringify(deletion)).not.toMatch(/"u"|"7"|preconditions/)
  const patch = await sentBy(client => client.patch(pods, pod, { x: 1 }, { subresource: 'status' }))
  expect([patch.line, patch.body]).toEqual(['PATCH /api/v1/namespaces/n/pods/a/status', { x: 1 }])
})

test.each<[string, (client: InformerClient, selectors: Selectors) => Promise<unknown>]>([
  ['list', (client, selectors) => client.list(deployments, { namespace: 'n', ...selectors })],
  ['watch', (client, selectors) => client.watch(deployments, { namespace: 'n', ...selectors })],
  ['deleteCollection', (client, selectors) => client.deleteCollection(deployments, selectors)],
  ['listTable', (client, selectors) => listTable(client, deployments, selectors)],
  ['listMetadata', (client, selectors) => listMetadata(client, deployments, selectors)],
])('%s takes selectors as text, as labels and as objects', async (_, call) => {
  for (const labelSelector of ['app=x', { app: 'x' }, { matchLabels: { app: 'x' } }])
    for (const fieldSelector of ['metadata.name!=c', { 'metadata.name': { not: 'c' } }]) {
      const { client, sent } = clientAnswering([json({})])
      // What is answered does not matter.
      await call(client, { labelSelector, fieldSelector }).catch(() => {})
      const { searchParams } = sent[0]?.url ?? new URL('http://none')
      expect([searchParams.get('labelSelector'), searchParams.get('fieldSelector')]).toEqual([
        'app=x',
        'metadata.name!=c',
      ])
    }
})

describe('on a server', () => {
  function serverWithPods() {
    const clock = new FakeClock()
    const server = createFakeApiserver({
      clock,
      objects: [...generatePods({ count: 4, seed: 1 }), namespace],
      resources: [deployments],
    })
    return { server, client: createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock }) }
  }

  test('M33, M34: a delete with preconditions that do not hold is a Conflict', async () => {
    const { server, client } = serverWithPods()
    const pod = server.list(pods)[0] ?? {}
    for (const preconditions of [{ uid: 'another' }, { resourceVersion: '1' }]) {
      expect(isConflict(await errorOf(client.delete(pods, pod, { preconditions })))).toBe(true)
    }
    const { uid = '', resourceVersion = '' } = pod.metadata ?? {}
    await client.delete(pods, pod, { preconditions: { uid, resourceVersion }, gracePeriodSeconds: 0 })
    expect(isNotFound(await errorOf(client.get(pods, pod)))).toBe(true)
  })

  test('M31: a delete returns an object or a Status', async () => {
    const { client } = serverWithPods()
    await client.create(deployments, web)
    const answer = await client.delete(deployments, at)
    expect(isStatus(answer) ? answer.details?.name : answer.metadata?.name).toBe('a')
  })

  test('deleteCollection deletes by selector in one namespace', async () => {
    const { server, client } = serverWithPods()
    for (const [name, app] of [
      ['a', 'x'],
      ['b', 'y'],
      ['c', 'x'],
    ] as const)
      await client.create(deployments, { ...web, metadata: { namespace: 'n', name, labels: { app } } })
    const answer = await client.deleteCollection(deployments, { namespace: 'n', labelSelector: 'app=x' })
    expect(isStatus(answer) || answer.items.map(({ metadata }) => metadata?.name)).toEqual(['a', 'c'])
    expect(server.list(deployments).map(({ metadata }) => metadata?.name)).toEqual(['b'])
  })

  test('the scale subresource is read, replaced and patched', async () => {
    const { client } = serverWithPods()
    await client.create(deployments, web)
    const subresource = 'scale'
    const scale = await client.get(deployments, at, { subresource })
    expect(scale.spec?.replicas).toBe(2)
    await client.replace(deployments, { ...scale, spec: { replicas: 3 } }, { subresource })
    const patched = await client.patch(deployments, at, { spec: { replicas: 4 } }, { subresource })
    expect(patched.spec?.replicas).toBe(4)
    expect((await client.get(deployments, at)).spec?.replicas).toBe(4)
  })
})
