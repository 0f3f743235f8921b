import { expect, test } from 'vitest'
import { ProtocolError } from '../../api/errors.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { defineResource } from '../../api/resource.ts'
import { readObject } from '../../row/read-row.ts'
import { checkListSize } from './list-limits.ts'
import { trimmedRow } from './trimmed-row.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const metadata = {
  name: 'a',
  namespace: 'n',
  uid: 'u',
  resourceVersion: '7',
  managedFields: [{ manager: 'm' }],
}

test('a row of an object is that of a list with the same options', () => {
  const object: KubernetesObject & { readonly spec: object } = { metadata, spec: { x: 1 } }
  const row = trimmedRow(pods, object, { trim: ['metadata.managedFields', 'spec'] })
  expect(row).toMatchObject({ key: 'n/a', name: 'a', namespace: 'n', uid: 'u', resourceVersion: '7' })
  expect(readObject(row)).toEqual({
    ...{ kind: 'Pod', apiVersion: 'v1' },
    metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '7' },
  })
})

test('an object without a name has no row', () => {
  expect(() => trimmedRow(pods, { metadata: {} }, {})).toThrow(ProtocolError)
})

test.each([
  [{}, false],
  [{ items: 2_000_000, bytes: 2 ** 31, pages: 20_000 }, false],
  [{ items: 2_000_001 }, true],
  [{ bytes: 2 ** 31 + 1 }, true],
  [{ pages: 20_001 }, true],
])('a list of the size %j exceeds a limit: %s', (size, exceeds) => {
  if (exceeds) expect(() => checkListSize(size)).toThrow(ProtocolError)
  else expect(() => checkListSize(size)).not.toThrow()
})
