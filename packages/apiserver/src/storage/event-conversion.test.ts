import type { KubernetesObject } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { getJson, send } from '../test/fixtures.ts'

const CORE = '/api/v1/namespaces/default/events'
const EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events'
const pod = { kind: 'Pod', apiVersion: 'v1', name: 'a', namespace: 'default' }
const time = '2026-01-01T00:00:00Z'

const coreEvent = {
  kind: 'Event',
  apiVersion: 'v1',
  metadata: { name: 'a.1', namespace: 'default' },
  involvedObject: pod,
  reason: 'Tired',
  message: 'late',
  source: { component: 'test' },
  firstTimestamp: time,
  lastTimestamp: time,
  count: 1,
  type: 'Warning',
  eventTime: null,
  reportingComponent: '',
  reportingInstance: '',
}

test('an event of one group converts to the other', async () => {
  const server = createFakeApiserver({ objects: [coreEvent] })
  const seen = await getJson<KubernetesObject>(server, `${EVENTS}/a.1`)
  expect(seen).toEqual({
    kind: 'Event',
    apiVersion: 'events.k8s.io/v1',
    metadata: expect.objectContaining({ name: 'a.1' }),
    eventTime: null,
    reason: 'Tired',
    regarding: pod,
    note: 'late',
    type: 'Warning',
    deprecatedSource: { component: 'test' },
    deprecatedFirstTimestamp: time,
    deprecatedLastTimestamp: time,
    deprecatedCount: 1,
  })
  const { metadata: _metadata, ...rest } = await getJson<KubernetesObject>(server, `${CORE}/a.1`)
  expect(rest).toEqual({ ...coreEvent, metadata: undefined })
})

test('writes through one group are listed, watched and deleted through the other', async () => {
  const server = createFakeApiserver()
  const watch = await server.fetch(`${CORE}?watch=1&resourceVersion=${server.rv}&timeoutSeconds=1`)
  const posted = await send(server, 'POST', EVENTS, {
    metadata: { name: 'b.1' },
    eventTime: '2026-01-01T00:00:00.000000Z',
    regarding: pod,
    note: 'hello',
    reportingController: 'test.io/x',
    reportingInstance: 'x1',
    action: 'Doing',
    reason: 'R',
    type: 'Normal',
  })
  expect(posted.status).toBe(201)
  expect(await posted.json()).toMatchObject({ apiVersion: 'events.k8s.io/v1', note: 'hello', regarding: pod })
  const stored = { message: 'hello', involvedObject: pod, reportingComponent: 'test.io/x', source: {} }
  expect(await getJson(server, `${CORE}?fieldSelector=involvedObject.name%3Da`)).toMatchObject({
    items: [stored],
  })
  expect(await getJson(server, `${EVENTS}?fieldSelector=regarding.name%3Db`)).toMatchObject({ items: [] })
  await send(server, 'DELETE', `${EVENTS}/b.1`)
  expect((await server.fetch(`${CORE}/b.1`)).status).toBe(404)
  server.dropWatches()
  const events = (await watch.text())
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(events.map(({ type, object }) => [type, object.apiVersion, object.message])).toEqual([
    ['ADDED', 'v1', 'hello'],
    ['DELETED', 'v1', 'hello'],
  ])
})
