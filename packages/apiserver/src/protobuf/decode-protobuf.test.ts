import { expect, test } from 'vitest'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { decodeProtobuf } from './decode-protobuf.ts'
import { WireError } from './wire.ts'

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), character => character.charCodeAt(0))
const TYPE = 'application/vnd.kubernetes.protobuf'

// Requests of kubectl 1.32: `auth can-i get pods`, `create deployment web --image=nginx --port=80`, `create secret`.
const REVIEW =
  'azhzAAoyChdhdXRob3JpemF0aW9uLms4cy5pby92MRIXU2VsZlN1YmplY3RBY2Nlc3NSZXZpZXcSPAoQCgASABoAIgAqADIAOABCABIeChwKB2RlZmF1bHQSA2dldBoAIgAqBHBvZHMyADoAGggIABIAGgAgABoAIgA='
const DEPLOYMENT =
  'azhzAAoVCgdhcHBzL3YxEgpEZXBsb3ltZW50ErgBCh8KA3dlYhIAGgAiACoAMgA4AEIAWgoKA2FwcBIDd2ViEoYBCAESDAoKCgNhcHASA3dlYhpsChwKABIAGgAiACoAMgA4AEIAWgoKA2FwcBIDd2ViEkwSLgoFbmdpbngSBW5naW54KgAyCgoAEAAYUCIAKgBCAGoAcgCAAQCIAQCQAQCiAQAaADIAQgBKAFIAWABgAGgAggEAigEAmgEAwgEAIgIKACgAOAAaDAgAEAAYACAAKAA4ABoAIgA='
const SECRET = 'azhzAAoMCgJ2MRIGU2VjcmV0Eh0KEQoBeBIAGgAiACoAMgA4AEIAEgYKAWESAWIaABoAIgA='

/** Encodes a message from strings, numbers and messages. */
type Part = readonly [number: number, value: string | number | readonly Part[]]
function encode(parts: readonly Part[]): number[] {
  return parts.flatMap(([number, value]) => {
    if (typeof value === 'number') return [...varint(number << 3), ...varint(value)]
    const bytes = typeof value === 'string' ? [...new TextEncoder().encode(value)] : encode(value)
    return [...varint((number << 3) | 2), ...varint(bytes.length), ...bytes]
  })
}
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)]

const wrap = (apiVersion: string, kind: string, object: readonly Part[]) =>
  new Uint8Array([
    ...[0x6b, 0x38, 0x73, 0],
    ...encode([
      [
        1,
        [
          [1, apiVersion],
          [2, kind],
        ],
      ],
      [2, object],
    ]),
  ])

test('requests of kubectl decode to their JSON form', async () => {
  expect(await decodeProtobuf(bytesOf(REVIEW))).toMatchObject({
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    spec: { resourceAttributes: { namespace: 'default', verb: 'get', resource: 'pods' } },
  })
  expect(await decodeProtobuf(bytesOf(SECRET))).toMatchObject({
    kind: 'Secret',
    apiVersion: 'v1',
    metadata: { name: 'x' },
    data: { a: 'Yg==' },
  })
  const deployment = await decodeProtobuf(bytesOf(DEPLOYMENT))
  expect(deployment).toMatchObject({
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'web' } },
      template: { spec: { containers: [{ name: 'nginx', image: 'nginx', ports: [{ containerPort: 80 }] }] } },
    },
  })
  expect(deployment.metadata).not.toHaveProperty('uid')
})

test('special types: quantities, times, int-or-strings, raw JSON, and inlined messages', async () => {
  const container: Part[] = [
    [1, 'c'],
    [
      8,
      [
        [
          1,
          [
            [1, 'cpu'],
            [2, [[1, '100m']]],
          ],
        ],
      ],
    ],
    [
      11,
      [
        [
          1,
          [
            [
              2,
              [
                [1, '/'],
                [
                  2,
                  [
                    [1, 1],
                    [3, 'http'],
                  ],
                ],
              ],
            ],
          ],
        ],
        [2, 5],
      ],
    ],
  ]
  const volume: Part[] = [
    [1, 'v'],
    [2, [[19, [[1, [[1, 'name']]]]]]],
  ]
  const pod = wrap('v1', 'Pod', [
    [
      1,
      [
        [1, 'p'],
        [8, [[1, 1_700_000_000]]],
        [
          17,
          [
            [1, 'm'],
            [7, [[1, '{"f:spec":{}}']]],
          ],
        ],
      ],
    ],
    [
      2,
      [
        [1, volume],
        [2, container],
        [11, 0],
      ],
    ],
  ])
  expect(await decodeProtobuf(pod)).toEqual({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      name: 'p',
      creationTimestamp: '2023-11-14T22:13:20Z',
      managedFields: [{ manager: 'm', fieldsV1: { 'f:spec': {} } }],
    },
    spec: {
      volumes: [{ name: 'v', configMap: { name: 'name' } }],
      containers: [
        {
          name: 'c',
          resources: { limits: { cpu: '100m' } },
          readinessProbe: { httpGet: { path: '/', port: 'http' }, initialDelaySeconds: 5 },
        },
      ],
    },
  })
})

test('a zero is kept where it differs from an absent value', async () => {
  const deployment = wrap('apps/v1', 'Deployment', [
    [
      2,
      [
        [1, 0],
        [5, 0],
        [7, 0],
      ],
    ],
  ])
  expect(await decodeProtobuf(deployment)).toMatchObject({ spec: { replicas: 0 } })
  const { spec } = (await decodeProtobuf(deployment)) as { spec?: object }
  expect(spec).not.toHaveProperty('minReadySeconds')
})

test('invalid and truncated protobuf is rejected', async () => {
  const refused = async (bytes: Uint8Array) => expect(decodeProtobuf(bytes)).rejects.toThrow(WireError)
  await refused(new TextEncoder().encode('{"kind":"Pod"}'))
  await refused(new Uint8Array())
  await refused(wrap('v1', 'Nosuch', []))
  const whole = bytesOf(DEPLOYMENT)
  for (let length = 0; length < whole.length - 4; length += 7) {
    await decodeProtobuf(whole.subarray(0, length)).then(
      () => {},
      (error: unknown) => expect(error).toBeInstanceOf(WireError),
    )
  }
})

test('a server accepts it for objects of built-in kinds', async () => {
  const server = createFakeApiserver()
  const post = (path: string, body: Uint8Array<ArrayBuffer>) =>
    server.fetch(path, { method: 'POST', headers: { 'Content-Type': TYPE }, body })
  const created = await post('/apis/apps/v1/namespaces/default/deployments', bytesOf(DEPLOYMENT))
  expect(created.status).toBe(201)
  expect(await created.json()).toMatchObject({ spec: { replicas: 1, progressDeadlineSeconds: 600 } })
  const asked = await post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', bytesOf(REVIEW))
  expect(await asked.json()).toMatchObject({ status: { allowed: true } })
  const broken = await post('/api/v1/namespaces/default/secrets', new Uint8Array([1, 2, 3]))
  expect(await broken.json()).toMatchObject({ code: 400, reason: 'BadRequest' })
})

test('lists and maps with very many items', async () => {
  const count = 20_000
  const parts = Array.from({ length: count }, (_, index): Part[] => [
    [14, `f${index}`],
    [
      11,
      [
        [1, index === 0 ? '__proto__' : `l${index}`],
        [2, 'x'],
      ],
    ],
  ])
  const { metadata } = await decodeProtobuf(wrap('v1', 'Pod', [[1, parts.flat()]]))
  expect(metadata?.finalizers).toHaveLength(count)
  const labels = Object.keys(metadata?.labels ?? {})
  expect([labels.length, labels[0]]).toEqual([count, '__proto__'])
})
