import { defineResource } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask, POD_SPEC, pod, watch } from '../test/fixtures.ts'

const MAP = '/api/v1/namespaces/default/configmaps/a'
const MERGE = 'application/merge-patch+json'
const JSON_PATCH = 'application/json-patch+json'
const STRATEGIC = 'application/strategic-merge-patch+json'
const APPLY = 'application/apply-patch+yaml'

let clock: FakeClock
let server: FakeApiserver
beforeEach(async () => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, random: seededRandom(1) })
  await ask(server, 'POST', MAP.slice(0, -2), { metadata: { name: 'a' }, data: { x: '1' } })
})

const patch = (body: unknown, type = MERGE, query = '', path = MAP) =>
  ask(server, 'PATCH', path + query, body, type)
const config = (data: object) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data })

test('M21: exactly three patch types', async () => {
  expect((await patch({ data: { a: '1' } })).body.data).toEqual({ x: '1', a: '1' })
  expect((await patch([{ op: 'add', path: '/data/b', value: '2' }], JSON_PATCH)).body.data).toEqual({
    x: '1',
    a: '1',
    b: '2',
  })
  expect((await patch({ data: { a: null } }, STRATEGIC)).body.data).toEqual({ x: '1', b: '2' })
  expect((await patch({}, `${MERGE}; charset=utf-8`)).code).toBe(200)
  for (const type of ['application/json', 'application/foo'])
    expect((await patch({}, type)).body).toMatchObject({
      code: 415,
      message: '415: Unsupported Media Type',
      details: {},
    })
})

test('M21: custom resources do not support strategic merge patches', async () => {
  const group = 'example.com'
  const widgets = defineResource({
    group,
    version: 'v1',
    plural: 'widgets',
    kind: 'Widget',
    namespaced: false,
  })
  server = createFakeApiserver({ resources: [widgets] })
  const path = '/apis/example.com/v1/widgets/w'
  expect((await patch({}, STRATEGIC, '', path)).body).toMatchObject({
    code: 415,
    message:
      'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
  })
})

test('M22: a failing operation', async () => {
  expect((await patch([{ op: 'test', path: '/data/x', value: '2' }], JSON_PATCH)).body).toMatchObject({
    code: 422,
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  })
})

test('M23: a stale resourceVersion in a patch is a conflict', async () => {
  expect((await patch({ metadata: { resourceVersion: '1' } })).code).toBe(409)
})

test('M24: concurrent patches of different keys are all kept', async () => {
  const reading = await watch(server, `&resourceVersion=${server.rv}`)
  await ask(server, 'POST', '/api/v1/namespaces/default/pods', pod('p', { spec: POD_SPEC }))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      patch({ metadata: { labels: { [`k${index}`]: 'v' } } }, MERGE, '', '/api/v1/namespaces/default/pods/p'),
    ),
  )
  await clock.settle()
  expect(answers.map(({ code }) => code)).toEqual(Array(20).fill(200))
  expect(reading.texts.filter(text => text === 'MODIFIED default/p')).toHaveLength(20)
  expect(Object.keys(reading.frames.at(-1)?.object.metadata?.labels ?? {})).toHaveLength(20)
})

test('M25: a patch without changes writes nothing', async () => {
  const { rv } = server
  for (const [body, type] of [
    [{ data: { x: '1' } }, MERGE],
    [{}, STRATEGIC],
    [[], JSON_PATCH],
  ] as const)
    expect((await patch(body, type)).body.metadata?.resourceVersion).toBe(rv)
  expect(server.rv).toBe(rv)
})

test('M26: a missing object cannot be patched, but applied', async () => {
  const path = MAP.replace(/a$/, 'b')
  expect((await patch({ data: {} }, MERGE, '', path)).code).toBe(404)
  const body = { ...config({ x: '1' }), metadata: { name: 'b' } }
  expect((await patch(body, APPLY, '?fieldManager=me', path)).code).toBe(201)
})

test('M27, M28: force is for applies, and an apply requires a field manager', async () => {
  expect((await patch({}, MERGE, '?force=true')).body.message).toBe(
    'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
  )
  expect((await patch({}, APPLY)).body.message).toBe(
    'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
  )
})

test('M29, M30: conflicts, force, and fields that are no longer applied', async () => {
  const apply = (data: object, manager: string, force = false) =>
    patch(config(data), APPLY, `?fieldManager=${manager}&force=${force}`)
  expect((await apply({ x: '2' }, 'b')).body).toMatchObject({
    code: 409,
    message: 'Apply failed with 1 conflict: conflict with "tester" using v1: .data.x',
    details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.x' }] },
  })
  expect((await apply({ x: '2', y: '1' }, 'b', true)).body.data).toEqual({ x: '2', y: '1' })
  expect((await apply({ x: '2' }, 'b')).body.data).toEqual({ x: '2' })
  expect((await apply({ x: '3' }, 'c')).body.message).toBe(
    'Apply failed with 1 conflict: conflict with "b": .data.x',
  )
})

test.each([
  ['{', MERGE, 'invalid JSON patch'],
  ['{', JSON_PATCH, 'invalid JSON patch'],
  [
    '[]',
    MERGE,
    'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
  ],
  [
    '{}',
    JSON_PATCH,
    'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp',
  ],
  ['{"metadata":{"name":"b"}}', MERGE, 'the name of the object (b) does not match the name on the URL (a)'],
  [
    '{"metadata":{"namespace":"b"}}',
    MERGE,
    'the namespace of the provided object does not match the namespace sent on the request',
  ],
])('an invalid patch, %s as %s', async (body, type, message) => {
  expect((await patch(body, type)).body).toMatchObject({ code: 400, message })
})

test('a patch cannot change the identity of an object', async () => {
  expect((await patch({ metadata: { uid: 'b' } })).body.message).toBe(
    'ConfigMap "a" is invalid: metadata.uid: Invalid value: "b": field is immutable',
  )
  expect((await patch({ kind: 'Pod' })).body).toMatchObject({
    code: 422,
    message: expect.stringMatching(
      /^ "" is invalid: patch: Invalid value: "\{.*\}": converting \(v1\.Pod\) to \(core\.ConfigMap\): unknown conversion$/,
    ),
    details: { causes: [{ field: 'patch' }] },
  })
})

test('M50: unknown fields of a patch', async () => {
  const body = '{"bogus":5,"data":{"z":"1","z":"2"}}'
  const strict = await patch(body, MERGE, '?fieldValidation=Strict')
  expect(strict.code).toBe(422)
  expect(strict.body.message).toContain(
    'strict decoding error: duplicate field "data.z", unknown field "bogus"',
  )
  expect((await patch(body, STRATEGIC, '?fieldValidation=Strict')).body.message).toContain(
    'Invalid value: "map[bogus:5 data:map[z:2]]"',
  )
  expect((await patch(body)).warnings).toBe(
    '299 - "duplicate field \\"data.z\\"", 299 - "unknown field \\"bogus\\""',
  )
  const apply = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"q":"1","q":"2"}}'
  expect((await patch(apply, APPLY, '?fieldManager=me')).warnings).toBe(
    '299 - "line 1: key \\"q\\" already set in map"',
  )
})

test('duplicate keys of an apply in YAML', async () => {
  const apply = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  q: "1"\n  q: "2"\n'
  expect((await patch(apply, APPLY, '?fieldManager=me&fieldValidation=Strict')).body).toMatchObject({
    code: 400,
    message:
      'error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:\n  line 6: key "q" already set in map',
  })
  expect((await patch(apply, APPLY, '?fieldManager=me')).warnings).toBe(
    '299 - "line 6: key \\"q\\" already set in map"',
  )
})

test('duplicate keys of a large apply are found in linear time, with their lines', async () => {
  const keys = Array.from({ length: 60_000 }, (_, index) => `"a":"${index}"`).join(',\n')
  const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"big"},"data":{\n${keys}}}`
  const { code, warnings } = await patch(body, APPLY, '?fieldManager=me', MAP.replace(/a$/, 'big'))
  expect([code, warnings]).toEqual([201, '299 - "line 60001: key \\"a\\" already set in map"'])
})
