import { FakeClock } from '@kube-informer/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask, POD_SPEC } from '../test/fixtures.ts'
import { protobufResponse } from './protobuf-response.ts'

const CORE = '/api/v1/namespaces/default'
const DEPLOYMENT = '/apis/apps/v1/namespaces/default/deployments/d'
const MERGE = 'application/merge-patch+json'
const APPLY = 'application/apply-patch+yaml'

let server: FakeApiserver
beforeEach(() => {
  server = createFakeApiserver({ clock: new FakeClock(), random: seededRandom(1) })
})

const send = async (method: string, path: string, body?: object, type?: string) => {
  const { code, body: answer } = await ask(server, method, path, body, type)
  return [code, answer.kind, answer.message] as const
}
const MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }

test('the code and the kind of an answer', async () => {
  const none = undefined
  expect(await send('POST', `${CORE}/configmaps`, MAP)).toEqual([201, 'ConfigMap', none])
  expect(await send('PUT', `${CORE}/configmaps/a`, MAP)).toEqual([200, 'ConfigMap', none])
  expect(await send('PATCH', `${CORE}/configmaps/a`, { data: {} }, MERGE)).toEqual([200, 'ConfigMap', none])
  const other = { ...MAP, metadata: { name: 'b' } }
  expect(await send('PUT', `${CORE}/configmaps/b`, other)).toEqual([
    404,
    'Status',
    'configmaps "b" not found',
  ])
  expect(await send('PATCH', `${CORE}/configmaps/b`, {}, MERGE)).toEqual([
    404,
    'Status',
    'configmaps "b" not found',
  ])
  const apply = `${CORE}/configmaps/b?fieldManager=m`
  expect(await send('PATCH', apply, other, APPLY)).toEqual([201, 'ConfigMap', none])
  expect(await send('PATCH', apply, other, APPLY)).toEqual([200, 'ConfigMap', none])
  const service = { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } }
  expect(await send('PUT', `${CORE}/services/s`, service)).toEqual([201, 'Service', none])
  expect(await send('PUT', `${CORE}/services/s`, service)).toEqual([200, 'Service', none])
})

test('PUT checks the name before anything is stored', async () => {
  await send('POST', `${CORE}/configmaps`, MAP)
  const [code, , message] = await send('PUT', `${CORE}/configmaps/a`, { ...MAP, metadata: { name: 'x' } })
  expect([code, message]).toEqual([400, 'the name of the object (x) does not match the name on the URL (a)'])
})

describe('a deletion', () => {
  const create = (kind: string, apiVersion: string, finalizers: readonly string[] = []) =>
    server.create({
      kind,
      apiVersion,
      metadata: { name: 'a', namespace: 'default', finalizers: [...finalizers] },
    })

  test('returns a Status, or the object of some kinds', async () => {
    create('ConfigMap', 'v1')
    expect((await ask(server, 'DELETE', `${CORE}/configmaps/a`)).body).toEqual({
      ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' },
      details: { name: 'a', kind: 'configmaps', uid: expect.any(String) },
    })
    create('Deployment', 'apps/v1')
    const path = '/apis/apps/v1/namespaces/default/deployments/a'
    expect((await ask(server, 'DELETE', path)).body.details).toMatchObject({
      group: 'apps',
      kind: 'deployments',
    })
    create('ServiceAccount', 'v1')
    expect(await send('DELETE', `${CORE}/serviceaccounts/a`)).toEqual([200, 'ServiceAccount', undefined])
  })

  test.each([
    [['e.com/x'], { orphanDependents: false }, 202],
    [['e.com/x'], {}, 200],
    [[], { orphanDependents: false }, 200],
  ])('of an object with the finalizers %j and %j has the code %i', async (finalizers, options, code) => {
    create('ConfigMap', 'v1', finalizers)
    expect((await send('DELETE', `${CORE}/configmaps/a`, options))[0]).toBe(code)
  })
})

test('an action that does not exist is not found', async () => {
  await send('POST', `${CORE}/pods`, { metadata: { name: 'p' }, spec: POD_SPEC })
  const [code] = await send('POST', `${CORE}/pods/p/binding`, {
    metadata: { name: 'p' },
    target: { name: 'n' },
  })
  expect(code).toBe(201)
  expect((await send('POST', `${CORE}/pods/p/unknown`, {}))[0]).toBe(404)
})

describe('a scale', () => {
  beforeEach(async () => {
    await send('POST', DEPLOYMENT.replace(/\/d$/, ''), {
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { app: 'a' } },
        template: { metadata: { labels: { app: 'a' } }, spec: POD_SPEC },
      },
    })
  })
  const scale = (method: string, body: object, type?: string, query = '') =>
    ask(server, method, `${DEPLOYMENT}/scale${query}`, body, type)
  const replicas = async () => (await ask(server, 'GET', DEPLOYMENT)).body.spec

  test.each([
    ['PUT', { metadata: { name: 'd' }, spec: { replicas: 3 } }, undefined],
    ['PATCH', { spec: { replicas: 3 } }, MERGE],
    ['PATCH', { metadata: { name: 'd' }, spec: { replicas: 3 } }, 'application/strategic-merge-patch+json'],
    ['PATCH', [{ op: 'replace', path: '/spec/replicas', value: 3 }], 'application/json-patch+json'],
  ])('is written by %s of %j', async (method, body, type) => {
    expect(await scale(method, body, type)).toMatchObject({
      code: 200,
      body: { kind: 'Scale', spec: { replicas: 3 } },
    })
    expect(await replicas()).toMatchObject({ replicas: 3 })
  })

  test('is of the object in the path', async () => {
    for (const [method, type] of [
      ['PUT', undefined],
      ['PATCH', MERGE],
    ] as const) {
      const named = await scale(method, { metadata: { name: 'x' }, spec: { replicas: 3 } }, type)
      expect(named.body.message).toBe('the name of the object (x) does not match the name on the URL (d)')
      const placed = await scale(method, { metadata: { name: 'd', namespace: 'x' }, spec: {} }, type)
      expect(placed.body.message).toContain('the namespace of the provided object does not match')
    }
    expect(await replicas()).toMatchObject({ replicas: 1 })
  })

  test('is not applied, and a dry run stores nothing', async () => {
    expect((await scale('PATCH', {}, APPLY, '?fieldManager=m')).code).toBe(415)
    const dry = await scale('PATCH', { spec: { replicas: 3 } }, MERGE, '?dryRun=All')
    expect(dry.body.spec).toEqual({ replicas: 3 })
    expect(await replicas()).toMatchObject({ replicas: 1 })
    expect((await scale('PATCH', {}, MERGE, '?force=true')).code).toBe(422)
    expect((await scale('PUT', { metadata: { name: 'd' }, spec: {} }, undefined, '?force=true')).code).toBe(
      200,
    )
  })

  test('of a missing object is not found, and not created', async () => {
    const path = DEPLOYMENT.replace(/d$/, 'x/scale')
    expect((await send('PATCH', path, { spec: { replicas: 1 } }, MERGE))[0]).toBe(404)
    expect((await send('GET', path))[0]).toBe(404)
  })
})

describe('protobuf', () => {
  const get = async (path: string, accept: string) => {
    const response = await server.fetch(path, { headers: { Accept: accept } })
    return [response.status, response.headers.get('Content-Type')]
  }
  const PROTOBUF = 'application/vnd.kubernetes.protobuf'

  test.each([
    ['/api/v1/pods', PROTOBUF, 200, PROTOBUF],
    ['/api/v1/pods', `${PROTOBUF},application/json`, 200, PROTOBUF],
    ['/api/v1/pods', 'application/json', 200, 'application/json'],
    ['/api', PROTOBUF, 200, PROTOBUF],
    ['/api/v1/namespaces/default/pods/none', PROTOBUF, 404, PROTOBUF],
  ])('%s as %s', async (path, accept, code, type) => {
    expect(await get(path, accept)).toEqual([code, type])
  })

  test('replaces JSON objects with their length, and nothing else', async () => {
    const text = new Response('x', { headers: { 'Content-Type': 'text/plain' } })
    expect(await protobufResponse(text, false)).toBe(text)
    const bare = new Response(null, { headers: { 'Content-Type': 'application/json' } })
    expect(await protobufResponse(bare, false)).toBe(bare)
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '99', Other: 'o' }
    const status = JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' })
    const encoded = await protobufResponse(new Response(status, { status: 404, headers }), true)
    expect([encoded.status, ...encoded.headers]).toEqual([404, ['content-type', PROTOBUF], ['other', 'o']])
    const custom = JSON.stringify({ kind: 'Widget', apiVersion: 'e.com/v1' })
    const same = await protobufResponse(new Response(custom, { headers }), false)
    expect([same.headers.get('Content-Type'), await same.text()]).toEqual(['application/json', custom])
  })
})
