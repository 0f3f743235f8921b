import { expect, test } from 'vitest'
import { UsageError } from '../api/errors.ts'
import { loadProtobuf } from '../protobuf/load-protobuf.ts'
import { createRow } from './create-row.ts'
import { readMetadata, readObject, rowAccess } from './read-row.ts'
import { ValueReader } from './value-reader.ts'

/** A ConfigMap without data, named a. */
const BODY = Uint8Array.from([
  ...[0x6b, 0x38, 0x73, 0x00, 0x0a, 15, 0x0a, 2, ...new TextEncoder().encode('v1')],
  ...[0x12, 9, ...new TextEncoder().encode('ConfigMap'), 0x12, 5, 0x0a, 3, 0x0a, 1, 0x61],
])

test('a row of protobuf that is read before its reader is loaded says what to call', async () => {
  const row = createRow({ name: 'a', namespace: '', uid: '', resourceVersion: '' }, BODY)
  const visitor = { isDone: false, value: () => {}, end: () => {} }
  for (const read of [
    () => readObject(row),
    () => readMetadata(row),
    () => rowAccess.labels(row),
    () => new ValueReader([]).read(row, visitor),
  ]) {
    expect(read).toThrow(UsageError)
    expect(read).toThrow('call `await loadProtobuf()`')
  }
  // What is not in the body needs no reader.
  expect(rowAccess.name(row)).toBe('a')
  await loadProtobuf()
  expect(readObject(row)).toEqual({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' } })
})
