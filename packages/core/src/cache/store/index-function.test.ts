import { expect, test } from 'vitest'
import { UsageError } from '../../api/errors.ts'
import { objectAccess } from '../../api/object-access.ts'
import { encodeRow } from '../../row/encode-row.ts'
import { rowAccess } from '../../row/read-row.ts'
import { byPath } from './index-function.ts'

const object = {
  metadata: {
    name: 'a',
    labels: { 'app.kubernetes.io/name': 'web' },
    ownerReferences: [
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u1' },
      { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u2' },
    ],
  },
  spec: { ports: [80, 443], ready: true },
  status: { conditions: [{ type: 'Ready', status: 'True' }, { type: 'Scheduled' }] },
}

test.each([
  ['metadata.ownerReferences[*].uid', ['u1', 'u2']],
  ["metadata.labels['app.kubernetes.io/name']", ['web']],
  ['status.conditions[?(@.type=="Ready")].status', ['True']],
  ['spec.ports', ['80', '443']],
  ['spec.ports[1]', ['443']],
  ['spec.ready', ['true']],
  ['spec', []],
  ['metadata.nothing[*].uid', []],
])('byPath(%j) has the values of an object and of its row', (path, values) => {
  expect(byPath(path)(object, objectAccess as never)).toEqual(values)
  expect(byPath(path)(encodeRow(object), rowAccess as never)).toEqual(values)
})

test('a malformed path is a UsageError with the position', () => {
  expect(() => byPath('spec..nodeName')).toThrow(UsageError)
  expect(() => byPath('spec..nodeName')).toThrow('character 6')
})
