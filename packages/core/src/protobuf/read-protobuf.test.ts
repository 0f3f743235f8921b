import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProtocolError } from '../api/errors.ts'
import { readProtobuf } from './read-protobuf.ts'

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), character => character.charCodeAt(0))

// Requests of kubectl 1.32: `auth can-i get pods`, `create deployment web --image=nginx --port=80`, `create secret`.
const REVIEW =
  'azhzAAoyChdhdXRob3JpemF0aW9uLms4cy5pby92MRIXU2VsZlN1YmplY3RBY2Nlc3NSZXZpZXcSPAoQCgASABoAIgAqADIAOABCABIeChwKB2RlZmF1bHQSA2dldBoAIgAqBHBvZHMyADoAGggIABIAGgAgABoAIgA='
const DEPLOYMENT =
  'azhzAAoVCgdhcHBzL3YxEgpEZXBsb3ltZW50ErgBCh8KA3dlYhIAGgAiACoAMgA4AEIAWgoKA2FwcBIDd2ViEoYBCAESDAoKCgNhcHASA3dlYhpsChwKABIAGgAiACoAMgA4AEIAWgoKA2FwcBIDd2ViEkwSLgoFbmdpbngSBW5naW54KgAyCgoAEAAYUCIAKgBCAGoAcgCAAQCIAQCQAQCiAQAaADIAQgBKAFIAWABgAGgAggEAigEAmgEAwgEAIgIKACgAOAAaDAgAEAAYACAAKAA4ABoAIgA='
const SECRET = 'azhzAAoMCgJ2MRIGU2VjcmV0Eh0KEQoBeBIAGgAiACoAMgA4AEIAEgYKAWESAWIaABoAIgA='

/** Encodes a message from strings, numbers, bytes and messages. */
type Part = readonly [number: number, value: string | number | Uint8Array | readonly Part[]]
function encode(parts: readonly Part[]): number[] {
  return parts.flatMap(([number, value]) => {
    if (typeof value === 'number') return [...varint(number << 3), ...varint(value)]
    const bytes = bytesOfValue(value)
    return [...varint((number << 3) | 2), ...varint(bytes.length), ...bytes]
  })
}
const bytesOfValue = (value: string | Uint8Array | readonly Part[]): readonly number[] => {
  if (typeof value === 'string') return [...new TextEncoder().encode(value)]
  return value instanceof Uint8Array ? [...value] : encode(value)
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
  expect(await readProtobuf(bytesOf(REVIEW))).toMatchObject({
    kind: 'SelfSubjectAccessReview',
    apiVersion: 'authorization.k8s.io/v1',
    spec: { resourceAttributes: { namespace: 'default', verb: 'get', resource: 'pods' } },
  })
  expect(await readProtobuf(bytesOf(SECRET))).toMatchObject({
    kind: 'Secret',
    apiVersion: 'v1',
    metadata: { name: 'x' },
    data: { a: 'Yg==' },
  })
  const deployment = await readProtobuf(bytesOf(DEPLOYMENT))
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
  expect(await readProtobuf(pod)).toEqual({
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
    status: {},
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
  expect(await readProtobuf(deployment)).toMatchObject({ spec: { replicas: 0 } })
  const { spec } = (await readProtobuf(deployment)) as { spec?: object }
  expect(spec).not.toHaveProperty('minReadySeconds')
})

test('a time at the epoch is a time, and one without bytes is none', async () => {
  const at = (time: readonly Part[]) => readProtobuf(wrap('v1', 'Pod', [[1, [[8, time]]]]))
  expect(
    await at([
      [1, 0],
      [2, 0],
    ]),
  ).toMatchObject({ metadata: { creationTimestamp: '1970-01-01T00:00:00Z' } })
  expect(await at([])).toEqual(await readProtobuf(wrap('v1', 'Pod', [])))
})

test('a list without items in a map is an empty list', async () => {
  const entry = (value: readonly Part[]) => [[1, 'a'], ...value] satisfies readonly Part[]
  const request = (value: readonly Part[]) =>
    readProtobuf(wrap('certificates.k8s.io/v1', 'CertificateSigningRequest', [[2, [[6, entry(value)]]]]))
  for (const value of [[], [[2, []]]] satisfies readonly (readonly Part[])[])
    expect(await request(value)).toMatchObject({ spec: { extra: { a: [] } } })
})

test('a CustomResourceDefinition keeps its x-kubernetes members, and the forms of its schemas', async () => {
  const text: Part = [5, 'string']
  const schema: Part[] = [
    [5, 'object'],
    [24, [[2, [text]]]],
    [30, [[1, 1]]],
    [
      32,
      [
        [1, 'a'],
        [
          2,
          [
            [2, 'b'],
            [2, 'c'],
          ],
        ],
      ],
    ],
    [38, 1],
    [42, 'map'],
  ]
  const version: Part[] = [
    [1, 'v1'],
    [4, [[1, schema]]],
  ]
  const { spec } = (await readProtobuf(
    wrap('apiextensions.k8s.io/v1', 'CustomResourceDefinition', [[2, [[7, version]]]]),
  )) as { spec?: { versions: unknown[] } }
  expect(spec?.versions).toEqual([
    {
      name: 'v1',
      served: false,
      storage: false,
      schema: {
        openAPIV3Schema: {
          type: 'object',
          items: [{ type: 'string' }],
          additionalProperties: true,
          dependencies: { a: ['b', 'c'] },
          'x-kubernetes-preserve-unknown-fields': true,
          'x-kubernetes-list-type': 'map',
        },
      },
    },
  ])
})

test('the options that every group version has', async () => {
  const options = wrap('batch/v1', 'DeleteOptions', [[4, 'Foreground']])
  expect(await readProtobuf(options)).toEqual({
    kind: 'DeleteOptions',
    apiVersion: 'batch/v1',
    propagationPolicy: 'Foreground',
  })
})

test('the items of an empty list are an empty list, and an absent list is null', async () => {
  expect(await readProtobuf(wrap('v1', 'PodList', []))).toMatchObject({ items: [] })
  const review = await readProtobuf(wrap('authorization.k8s.io/v1', 'SelfSubjectRulesReview', []))
  expect(review).toMatchObject({ status: { resourceRules: null, incomplete: false } })
})

test('the claims of a StatefulSet have the type that JSON has', async () => {
  const set = wrap('apps/v1', 'StatefulSet', [[2, [[4, [[1, [[1, 'data']]]]]]]])
  const { spec } = (await readProtobuf(set)) as { spec?: { volumeClaimTemplates: object[] } }
  expect(spec?.volumeClaimTemplates).toMatchObject([
    { kind: 'PersistentVolumeClaim', apiVersion: 'v1', metadata: { name: 'data' } },
  ])
})

const readOrRefuse = (bytes: Uint8Array) =>
  readProtobuf(bytes).catch((error: unknown) => {
    expect(error).toBeInstanceOf(ProtocolError)
    return 'refused'
  })

test.each([
  ['JSON', new TextEncoder().encode('{"kind":"Pod"}')],
  ['nothing', new Uint8Array()],
  ['an unknown kind', wrap('v1', 'Nosuch', [])],
  ['a part of a kind', wrap('v1', 'Container', [])],
  ['a number in place of a message', wrap('v1', 'Pod', [[1, 1]])],
  ['a text in place of a number', wrap('apps/v1', 'Deployment', [[2, [[1, 'three']]]])],
  [
    'a message longer than its object',
    new Uint8Array([0x6b, 0x38, 0x73, 0, 0x12, 0xff, 0xff, 0xff, 0xff, 0x0f]),
  ],
  ['a number without an end', new Uint8Array([0x6b, 0x38, 0x73, 0, ...Array(64).fill(0xff)])],
  ['field 0', new Uint8Array([0x6b, 0x38, 0x73, 0, 0])],
  ['an unknown wire type', new Uint8Array([0x6b, 0x38, 0x73, 0, 0x0f])],
])('%s is refused', async (_, bytes) => {
  expect(await readOrRefuse(bytes)).toBe('refused')
})

test('schemas within schemas are refused at some depth, and not by the stack', async () => {
  let schema = new Uint8Array()
  // { additionalProperties: { additionalProperties: …
  for (let depth = 0; depth < 1_000; depth++) schema = new Uint8Array(encode([[30, [[2, schema]]]]))
  const version: Part[] = [[4, [[1, schema]]]]
  const bytes = wrap('apiextensions.k8s.io/v1', 'CustomResourceDefinition', [[2, [[7, version]]]])
  await expect(readProtobuf(bytes)).rejects.toThrow('nested too deeply')
})

test('any truncated or changed object is an object or a ProtocolError', async () => {
  const whole = bytesOf(DEPLOYMENT)
  const position = fc.nat({ max: whole.length - 1 })
  await fc.assert(
    fc.asyncProperty(position, position, fc.nat({ max: 255 }), async (end, at, byte) => {
      const bytes = whole.slice(0, end)
      if (at < end) bytes[at] = byte
      await readOrRefuse(bytes)
    }),
    { numRuns: 500 },
  )
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
  const { metadata } = await readProtobuf(wrap('v1', 'Pod', [[1, parts.flat()]]))
  expect(metadata?.finalizers).toHaveLength(count)
  const labels = Object.keys(metadata?.labels ?? {})
  expect([labels.length, labels[0]]).toEqual([count, '__proto__'])
})
