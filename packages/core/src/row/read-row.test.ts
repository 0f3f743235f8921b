import { expect, test } from 'vitest'
import type { Row } from '../api/row.ts'
import { createRow } from './create-row.ts'
import { encodeRow } from './encode-row.ts'
import { readMetadata, readObject, rowAccess } from './read-row.ts'

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '7', labels: { app: 'x' } },
  spec: { nodeName: 'a node whose name is longer than what engines copy', priority: 0 },
}

const bare: Row<unknown> = createRow(
  { name: 'a', namespace: '', uid: '', resourceVersion: '' },
  ' {"kind":"Pod"}',
)

test('a row is read as the object that it was made of', () => {
  const row = encodeRow(POD)
  expect(readObject(row)).toEqual(POD)
  expect(readMetadata(row)).toEqual(POD.metadata)
  const { key, namespace, name, uid, resourceVersion, labels, readPath } = rowAccess
  expect([key, namespace, name, uid, resourceVersion, labels].map(read => read?.(row))).toEqual([
    ...['n/a', 'n', 'a', 'u', '7', { app: 'x' }],
  ])
  expect(readPath(row, ['spec', 'nodeName'])).toBe(POD.spec.nodeName)
  expect(readPath(row, ['spec', 'priority'])).toBe(0)
  expect(readPath(row, ['metadata', 'name'])).toBe('a')
})

test('a member that a row lacks is undefined, and its metadata and labels are empty', () => {
  expect([readMetadata(bare), rowAccess.labels(bare)]).toEqual([{}, {}])
  for (const path of [['spec'], ['spec', 'nodeName'], ['kind', 'x']])
    expect(rowAccess.readPath(bare, path)).toBeUndefined()
  expect(rowAccess.readPath(bare, ['kind'])).toBe('Pod')
})

test.each([13, 14, 15, 16])('a text of %d characters with an escape is decoded', length => {
  const text = '"'.padStart(length, 'x')
  const row = encodeRow({ metadata: { name: 'a' }, text })
  expect(rowAccess.readPath(row, ['text'])).toBe(text)
})
