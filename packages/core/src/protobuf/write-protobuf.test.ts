import { expect, test } from 'vitest'
import { ProtocolError } from '../api/errors.ts'
import type { KubernetesObject } from '../api/object.ts'
import { readProtobuf } from './read-protobuf.ts'
import { loadProtobufEncoder } from './write-protobuf.ts'

const encoder = await loadProtobufEncoder()

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), character => character.charCodeAt(0))
/** `object` in protobuf. */
function written(object: object): Uint8Array {
  const bytes = encoder.encode(object as KubernetesObject)
  if (!bytes) throw new Error('the table does not have the kind')
  return bytes
}
const reread = (object: object) => readProtobuf(written(object))
const pod = (members: object) => ({ kind: 'Pod', apiVersion: 'v1', ...members })
const crd = (schema: object) => ({
  kind: 'CustomResourceDefinition',
  apiVersion: 'apiextensions.k8s.io/v1',
  spec: { versions: [{ name: 'v1', schema: { openAPIV3Schema: schema } }] },
})

test.each([
  [
    'a review',
    'azhzAAoyChdhdXRob3JpemF0aW9uLms4cy5pby92MRIXU2VsZlN1YmplY3RBY2Nlc3NSZXZpZXcSPAoQCgASABoAIgAqADIAOABCABIeChwKB2RlZmF1bHQSA2dldBoAIgAqBHBvZHMyADoAGggIABIAGgAgABoAIgA=',
  ],
  ['a Secret', 'azhzAAoMCgJ2MRIGU2VjcmV0Eh0KEQoBeBIAGgAiACoAMgA4AEIAEgYKAWESAWIaABoAIgA='],
  [
    'a Deployment',
    'azhzAAoVCgdhcHBzL3YxEgpEZXBsb3ltZW50ErgBCh8KA3dlYhIAGgAiACoAMgA4AEIAWgoKA2FwcBIDd2ViEoYBCAESDAoKCgNhcHASA3dlYhpsChwKABIAGgAiACoAMgA4AEIAWgoKA2FwcBIDd2ViEkwSLgoFbmdpbngSBW5naW54KgAyCgoAEAAYUCIAKgBCAGoAcgCAAQCIAQCQAQCiAQAaADIAQgBKAFIAWABgAGgAggEAigEAmgEAwgEAIgIKACgAOAAaDAgAEAAYACAAKAA4ABoAIgA=',
  ],
])('%s of kubectl 1.32 is written with the same bytes', async (_, base64) => {
  const bytes = bytesOf(base64)
  expect(written(await readProtobuf(bytes))).toEqual(bytes)
})

test.each([
  ['labels', { metadata: { name: 'p', labels: { b: '', a: 'x', é: 'y' } } }],
  [
    'times and raw JSON',
    {
      metadata: {
        creationTimestamp: '2023-11-14T22:13:20Z',
        managedFields: [{ manager: 'm', fieldsV1: { 'f:spec': { 'f:x': {} } } }],
      },
    },
  ],
  [
    'integers beyond 32 bits',
    { metadata: { generation: 5_000_000_000 }, spec: { activeDeadlineSeconds: 4_294_967_296 } },
  ],
  [
    'integers with the top bit of 32',
    { metadata: { generation: 4_294_967_295 }, spec: { activeDeadlineSeconds: 4_294_967_294 } },
  ],
  [
    'the lengths of one, two and three bytes',
    { metadata: { generation: 127, labels: { a: 'x'.repeat(128) }, annotations: { b: 'y'.repeat(16_384) } } },
  ],
  ['negative integers', { spec: { priority: -5, activeDeadlineSeconds: -5_000_000_000 } }],
  ['true and false of pointers', { spec: { hostUsers: false, enableServiceLinks: true } }],
  [
    'quantities',
    { spec: { containers: [{ name: 'c', resources: { limits: { cpu: '100m', memory: '1Gi' } } }] } },
  ],
  [
    'ports by name and by number',
    {
      spec: {
        containers: [
          {
            name: 'c',
            resources: {},
            livenessProbe: { httpGet: { port: 'http' } },
            readinessProbe: { tcpSocket: { port: 80 } },
          },
        ],
      },
    },
  ],
  [
    'an inlined message',
    {
      spec: {
        volumes: [
          { name: 'v', configMap: { name: 'c' } },
          { name: 'w', emptyDir: {} },
        ],
      },
    },
  ],
])('%s are read as they were written', async (_, members) => {
  expect(await reread(pod(members))).toMatchObject(members)
})

test('a microsecond keeps its digits, and a time its nanoseconds before the epoch', async () => {
  const lease = (renewTime: string) => ({
    kind: 'Lease',
    apiVersion: 'coordination.k8s.io/v1',
    spec: { renewTime },
  })
  for (const time of [
    '2024-01-01T00:00:00.123456Z',
    '2024-01-01T00:00:00.000001Z',
    '1969-12-31T23:59:58.500000Z',
  ])
    expect(await reread(lease(time))).toMatchObject(lease(time))
})

test('bytes are read as the base64 that was written', async () => {
  const secret = { kind: 'Secret', apiVersion: 'v1', data: { a: 'AP+A', b: '' } }
  expect(await reread(secret)).toMatchObject(secret)
})

test('lists in maps, also an empty one', async () => {
  const request = {
    kind: 'CertificateSigningRequest',
    apiVersion: 'certificates.k8s.io/v1',
    spec: { extra: { a: ['x', 'y'], b: [] } },
  }
  expect(await reread(request)).toMatchObject(request)
})

test.each([
  ['one schema', { items: { type: 'string' } }],
  ['a list of schemas', { items: [{ type: 'string' }, { type: 'number' }] }],
  ['a schema of other members', { additionalProperties: { type: 'string' } }],
  ['true', { additionalProperties: true }],
  ['false', { additionalProperties: false }],
  ['dependencies on members and on schemas', { dependencies: { a: ['b', 'c'], d: { type: 'object' } } }],
  ['fractions', { maximum: 1.5, minimum: -0.25 }],
  ['any JSON', { default: { a: [1, null, 'x'] }, enum: ['x', 1, true], example: 7 }],
  ['nested schemas', { properties: { a: { type: 'object', properties: { b: { type: 'integer' } } } } }],
])('a schema with %s is read as it was written', async (_, schema) => {
  expect(await reread(crd(schema))).toMatchObject(crd(schema))
})

test('null is written as if the member were absent', () => {
  const members = { metadata: { labels: null, creationTimestamp: null, finalizers: null }, spec: null }
  expect(written(pod(members))).toEqual(written(pod({ metadata: {} })))
})

test('a null in a map is the zero value of its type', async () => {
  expect(await reread(pod({ metadata: { labels: { a: null } } }))).toMatchObject({
    metadata: { labels: { a: '' } },
  })
  const secret = await reread({ kind: 'Secret', apiVersion: 'v1', data: { a: null } })
  expect(secret).toMatchObject({ data: { a: '' } })
})

test('the keys of maps are sorted by their bytes, shorter ones first, so that equal objects have equal bytes', () => {
  const labels = (...keys: readonly string[]) =>
    pod({ metadata: { labels: Object.fromEntries(keys.map(key => [key, 'x'])) } })
  // In UTF-16, the emoji precedes U+FFFD.
  const sorted = ['a', 'aa', 'ab', 'b', '\uFFFD', '😀']
  const bytes = written(labels(...sorted))
  expect(written(labels(...sorted.toReversed()))).toEqual(bytes)
  const text = new TextDecoder().decode(bytes)
  const places = sorted.map(key =>
    text.indexOf(`\n${String.fromCharCode(new TextEncoder().encode(key).length)}${key}\x12`),
  )
  expect(places.every(place => place > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test.each([
  ['a text in place of a list', { metadata: { finalizers: 'x' } }],
  ['a list in place of an object', { spec: [] }],
  ['a list in place of a map', { metadata: { labels: ['a'] } }],
  ['a text in place of an object', { spec: 'x' }],
  ['a number in place of a text', { metadata: { name: 1 } }],
  ['a text in place of a number', { metadata: { generation: '1' } }],
  ['a text that is no time', { metadata: { creationTimestamp: 'yesterday' } }],
  [
    'a truth value in place of a port',
    { spec: { containers: [{ livenessProbe: { tcpSocket: { port: true } } }] } },
  ],
])('%s is refused', (_, members) => {
  expect(() => written(pod(members))).toThrow(ProtocolError)
})

test('bytes that are not base64 are refused', () => {
  expect(() => written({ kind: 'Secret', apiVersion: 'v1', data: { a: '*' } })).toThrow(
    'bytes that are not base64',
  )
})

test('a kind that the table does not have has no bytes', () => {
  const unknown = { kind: 'Nosuch', apiVersion: 'v1' }
  expect(encoder.encode(unknown)).toBeUndefined()
  expect(encoder.encodeEvent('ADDED', unknown)).toBeUndefined()
})

test('a frame of a watch has the length of its event, the type and the whole object', () => {
  const object = pod({ metadata: { name: 'p' } })
  const [whole, frame] = [written(object), encoder.encodeEvent('ADDED', object as KubernetesObject)]
  if (!frame) throw new Error('no frame')
  expect(new DataView(frame.buffer).getUint32(0)).toBe(frame.length - 4)
  const start = [0x0a, 5, ...new TextEncoder().encode('ADDED'), 0x12, whole.length + 2, 0x0a, whole.length]
  expect([...frame.slice(4)]).toEqual([...start, ...whole])
})
