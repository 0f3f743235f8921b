import { expect, test } from 'vitest'
import { schemaOf } from '../test/widgets.ts'
import { unstructuredTypeError } from './unstructured-type-error.ts'

const pod = (members: object) => ({ spec: { template: { spec: members } } })

test.each<readonly [object, string | undefined]>([
  [{ spec: { replicas: 'x' } }, 'unrecognized type: int32'],
  [{ spec: { replicas: 1.5 } }, 'cannot convert float64 to int32'],
  [{ spec: { paused: 1 } }, 'unrecognized type: bool'],
  [{ spec: 5 }, 'cannot restore struct from: int64'],
  [{ metadata: { labels: 'x' } }, 'cannot restore map from string'],
  [{ metadata: { labels: { a: 5 } } }, 'cannot convert int64 to string'],
  [{ metadata: { labels: { a: 1.5 } } }, 'unrecognized type: string'],
  [{ metadata: { labels: { a: { b: 1 } } } }, 'unrecognized type: string'],
  [{ metadata: { finalizers: { a: 1 } } }, 'cannot restore slice from map'],
  [{ metadata: { generation: true } }, 'unrecognized type: int64'],
  [{ metadata: { creationTimestamp: 5 } }, 'json: cannot unmarshal number into Go value of type string'],
  [pod({ containers: [{ name: 'c', ports: [{ containerPort: '80' }] }] }), 'unrecognized type: int32'],
  [
    pod({ containers: [{ name: 'c', resources: { limits: { cpu: true } } }] }),
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  [
    { spec: { strategy: { rollingUpdate: { maxSurge: true } } } },
    'json: cannot unmarshal bool into Go value of type int32',
  ],
  [pod({ containers: [{ name: 'c', args: null, resources: { limits: { cpu: 1 } } }] }), undefined],
  [{ spec: { strategy: { rollingUpdate: { maxSurge: '50%' } }, bogus: 1 } }, undefined],
])('%j is told as %j', async (value, message) => {
  expect(unstructuredTypeError(await schemaOf('apps', 'v1', 'Deployment'), value)).toBe(message)
})
