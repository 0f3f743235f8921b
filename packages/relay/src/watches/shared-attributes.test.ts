import { expect, test } from 'vitest'
import type { AccessAttributes } from '../api/access-attributes.ts'
import { SharedAttributes } from './shared-attributes.ts'

const attributesIn = (namespace: string): AccessAttributes => ({
  verb: 'watch',
  group: '',
  version: 'v1',
  resource: 'pods',
  namespace,
  name: '',
  labelSelector: '',
  fieldSelector: '',
})

test('equal attributes are one object, others are not', () => {
  const shared = new SharedAttributes()
  const first = shared.of(attributesIn('a'))
  expect(shared.of(attributesIn('a'))).toBe(first)
  expect(shared.of(attributesIn('b'))).toEqual(attributesIn('b'))
})

test('memory is bounded, whatever readers request', () => {
  const shared = new SharedAttributes()
  const first = shared.of(attributesIn('a'))
  for (let each = 0; each < 1000; each++) shared.of(attributesIn(`other-${each}`))
  expect(shared.of(attributesIn('a'))).not.toBe(first)
})
