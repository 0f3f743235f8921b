import { readProtobuf } from '@kube-informer/core/protobuf'
import { pods } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import type { Pod } from '../object/resources.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask, POD_SPEC, pod, send, watch } from '../test/fixtures.ts'

const PODS = '/api/v1/namespaces/default/pods'
const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const PRETTY = { headers: { Accept: 'application/json' } }

/** A custom resource whose version is deprecated. */
const DEFINITION = {
  kind: 'CustomResourceDefinition',
  apiVersion: 'apiextensions.k8s.io/v1',
  metadata: { name: 'widgets.example.com' },
  spec: {
    ...{ group: 'example.com', scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' } },
    versions: [
      {
        ...{ name: 'v1', served: true, storage: true, deprecated: true, deprecationWarning: 'use v2' },
        schema: { openAPIV3Schema: { type: 'object' } },
      },
    ],
  },
}
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets'
const widget = { kind: 'Widget', apiVersion: 'example.com/v1', metadata: { name: 'w' } }

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(1), objects: [DEFINITION] })
})

const textOf = async (path: string, init: RequestInit = PRETTY) => (await server.fetch(path, init)).text()

test('a request that was aborted is not answered, and not logged', async () => {
  await expect(server.fetch(PODS, { signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left')
  expect(server.requests).toHaveLength(0)
})

describe('a delay', () => {
  test('keeps the server busy, and ends with the time or the request', async () => {
    server.faults.add({ times: 2, action: { type: 'delay', ms: 500 } })
    let isIdle = false
    const answer = server.fetch(PODS)
    void server.idle().then(() => {
      isIdle = true
    })
    await clock.advance(499)
    expect(isIdle).toBe(false)
    await clock.advance(1)
    await (await answer).text()
    await server.idle()
    const controller = new AbortController()
    const aborted = expect(server.fetch(PODS, { signal: controller.signal })).rejects.toThrow('left')
    await clock.advance(100)
    controller.abort(new Error('left'))
    await aborted
    await server.idle()
  })
})

describe('answers that are read by humans', () => {
  test('are indented, except for watches and logs', async () => {
    server.create(pod('a', { spec: POD_SPEC }))
    expect(await textOf(`${PODS}/a?pretty=true`)).toMatch(/^\{\n {2}"/)
    expect(await textOf(`${PODS}/a`)).not.toContain('\n  ')
    const reading = await watch(server, '&pretty=true&resourceVersion=0')
    await clock.settle()
    expect(reading.texts).toEqual(['ADDED default/a'])
    const logs = createFakeApiserver({ clock, controllers: { logs: true }, objects: [running('a')] })
    const log = await (await logs.fetch(`${PODS}/a/log?pretty=true&tailLines=2`, PRETTY)).text()
    expect(log.split('\n')).toHaveLength(3)
    const missing = await (await logs.fetch(`${PODS}/none/log?pretty=true`, PRETTY)).text()
    expect(missing).toContain('\n  "kind": "Status"')
  })

  /** A Pod on a node, whose container has run for a day. */
  const running = (name: string): Pod => ({
    ...pod(name, { spec: { ...POD_SPEC, nodeName: 'node-1' } }),
    status: {
      phase: 'Running',
      containerStatuses: [
        {
          ...{ name: 'main', image: 'example/app:1', ready: true, restartCount: 0 },
          state: { running: { startedAt: '2025-12-31T00:00:00Z' } },
        },
      ],
    },
  })
})

describe('a deprecated version', () => {
  const warningOf = async (method: string, path: string, body?: unknown, type?: string) => {
    const { code, warnings } = await ask(server, method, path, body, type)
    return [code, warnings.includes('use v2')]
  }

  test('has a warning, unless the request is rejected early', async () => {
    await clock.advance(10_000)
    expect(await warningOf('POST', WIDGETS, widget)).toEqual([201, true])
    expect(await warningOf('GET', WIDGETS)).toEqual([200, true])
    expect(await warningOf('GET', `${WIDGETS}/none`)).toEqual([404, true])
    expect(await warningOf('PUT', WIDGETS, widget)).toEqual([405, false])
    expect(await warningOf('PATCH', `${WIDGETS}/w`, {}, 'text/plain')).toEqual([415, false])
    expect(await warningOf('POST', WIDGETS, widget, 'text/plain')).toEqual([415, true])
    expect(await warningOf('GET', `${WIDGETS}?timeout=never`)).toEqual([400, false])
    expect(await warningOf('GET', `${WIDGETS}?limit=x`)).toEqual([400, true])
  })

  test('HEAD of a custom resource is a GET without the body; of a built-in one it is not allowed', async () => {
    await clock.advance(10_000)
    await ask(server, 'POST', WIDGETS, widget)
    const head = await server.fetch(`${WIDGETS}/w`, { method: 'HEAD' })
    expect([head.status, head.body, head.headers.get('Content-Type')]).toEqual([
      200,
      null,
      'application/json',
    ])
    expect((await server.fetch(`${WIDGETS}/none`, { method: 'HEAD' })).status).toBe(404)
    expect((await server.fetch(PODS, { method: 'HEAD' })).status).toBe(405)
  })
})

describe('protobuf', () => {
  test('events that arrive in pieces are frames, each of a whole event', async () => {
    const response = await server.fetch(`${PODS}?watch=1&resourceVersion=0`, {
      headers: { Accept: `${PROTOBUF};stream=watch` },
    })
    expect([response.status, response.headers.get('Content-Length')]).toEqual([200, null])
    for (const name of ['a', 'b', 'c']) server.create(pod(name, { spec: POD_SPEC }))
    const reader = response.body?.getReader()
    const names: unknown[] = []
    while (names.length < 3) {
      const { value = new Uint8Array() } = (await reader?.read()) ?? {}
      for (let at = 0; at < value.length; ) {
        const size = new DataView(value.buffer, value.byteOffset + at).getUint32(0)
        const frame = value.subarray(at + 4, at + 4 + size)
        const start = frame.findIndex(
          (_, index) => frame.subarray(index, index + 4).join() === '107,56,115,0',
        )
        const object = (await readProtobuf(frame.subarray(start))) as { metadata: { name: string } }
        names.push(object.metadata.name)
        at += 4 + size
      }
    }
    expect(names).toEqual(['a', 'b', 'c'])
    await reader?.cancel()
  })

  test('a watch that is rejected is a Status in protobuf', async () => {
    const response = await server.fetch(`${PODS}?watch=1&resourceVersion=1`, {
      headers: { Accept: PROTOBUF },
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (response.status === 200) expect(bytes.length).toBeGreaterThan(4)
    else expect(await readProtobuf(bytes)).toMatchObject({ kind: 'Status', code: response.status })
  })

  test('OpenAPI and logs are no protobuf', async () => {
    const openapi = await server.fetch('/openapi/v3', { headers: { Accept: PROTOBUF } })
    expect(openapi.headers.get('Content-Type')).not.toBe(PROTOBUF)
  })
})

test('a review is created; other verbs of it do not exist', async () => {
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  const review = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }
  const { code, body } = await ask(server, 'POST', path, review)
  expect([code, body.kind, body.metadata, body.status]).toMatchObject([
    201,
    'SelfSubjectAccessReview',
    {},
    { allowed: true },
  ])
  expect((await ask(server, 'GET', path)).code).toBe(405)
})

test('the log of a request has its resource, its revision and its time', async () => {
  await clock.advance(5)
  await send(server, 'GET', `${PODS}?resourceVersion=7&limit=2`)
  await send(server, 'GET', '/nowhere')
  expect(server.requests).toMatchObject([
    {
      ...{ method: 'GET', path: PODS, kind: 'list', resource: 'pods', resourceVersion: '7' },
      ...{
        query: { resourceVersion: '7', limit: '2' },
        at: clock.now(),
        text: 'list pods in namespace "default"',
      },
      note: undefined,
    },
    {
      ...{ kind: 'other', resource: undefined, resourceVersion: '', status: 404, text: 'GET /nowhere' },
      note: expect.stringMatching(/^nothing is served at \/nowhere: /) as string,
    },
  ])
})

test('a watch counts as open until it ends, and the server is busy until it is read', async () => {
  const controller = new AbortController()
  const { body } = await server.fetch(`${PODS}?watch=1`, { signal: controller.signal })
  expect(server.openWatches).toBe(1)
  server.create(pod('a', { spec: POD_SPEC }))
  let isIdle = false
  void server.idle().then(() => {
    isIdle = true
  })
  await clock.settle()
  const reader = body?.getReader()
  await reader?.read()
  await clock.settle()
  await server.idle()
  expect(isIdle).toBe(true)
  await reader?.cancel()
  await clock.settle()
  expect([server.openWatches, server.list(pods).length]).toEqual([0, 1])
})
