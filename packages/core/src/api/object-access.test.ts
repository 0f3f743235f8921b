import { expect, test } from 'vitest'
import { objectAccess } from './object-access.ts'

const { namespace, name, uid, resourceVersion, labels, readPath } = objectAccess

test.each([[{}], [{ metadata: {} }]])('%j has empty metadata', object => {
  expect([namespace, name, uid, resourceVersion].map(read => read(object))).toEqual(['', '', '', ''])
  expect(labels(object)).toEqual({})
  expect(readPath(object, ['metadata', 'name'])).toBeUndefined()
})

test('the metadata of an object is read', () => {
  const object = {
    metadata: { namespace: 'n', name: 'a', uid: 'u', resourceVersion: '7', labels: { app: 'x' } },
  }
  expect([namespace, name, uid, resourceVersion].map(read => read(object))).toEqual(['n', 'a', 'u', '7'])
  expect(labels(object)).toEqual({ app: 'x' })
  expect(readPath(object, ['metadata', 'labels', 'app'])).toBe('x')
})
