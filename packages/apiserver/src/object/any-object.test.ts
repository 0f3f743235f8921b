import { expect, test } from 'vitest'
import { fieldsOf, itemsOf, numberOf, textOf, withMembers, withMetadata } from './any-object.ts'

test.each([[{ a: 1 }], [[1]], ['a'], [1], [null], [undefined], [true]])('%j is read as what it is', value => {
  const isFields = typeof value === 'object' && value !== null && !Array.isArray(value)
  expect(fieldsOf(value)).toEqual(isFields ? value : {})
  expect(itemsOf(value)).toEqual(Array.isArray(value) ? value : [])
  expect(textOf(value)).toBe(typeof value === 'string' ? value : '')
  expect(numberOf(value)).toBe(typeof value === 'number' ? value : undefined)
})

test('members are added, replaced, and removed by undefined; the original stays', () => {
  const target = { a: 1, b: 2 }
  expect(withMembers(target, { b: undefined, c: 3 })).toEqual({ a: 1, c: 3 })
  expect(Object.keys(withMembers(target, { b: undefined }))).toEqual(['a'])
  expect(target).toEqual({ a: 1, b: 2 })
})

test('metadata is changed, or begun', () => {
  expect(withMetadata({ kind: 'A', metadata: { name: 'n' } }, { labels: {} })).toEqual({
    kind: 'A',
    metadata: { name: 'n', labels: {} },
  })
  expect(withMetadata({}, { name: 'n' })).toEqual({ metadata: { name: 'n' } })
})
