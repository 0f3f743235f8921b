import { expect, test } from 'vitest'
import { rejectionOf } from '../test/rejection.ts'
import { mergePatched } from './merge-patch.ts'

test('a merge patch is applied', () => {
  expect(mergePatched({ a: 1, b: { c: 2 } }, { a: null, b: { d: null, e: 3 } })).toEqual({
    b: { c: 2, e: 3 },
  })
})

test('a patch that is not an object is rejected with the decoder’s message', () => {
  const refused = (patch: unknown, isStrict: boolean) =>
    rejectionOf(() => mergePatched({}, patch, { isStrict }))
  expect(refused([1], true)).toMatchObject({
    code: 400,
    reason: 'BadRequest',
    message:
      'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
  })
  expect(refused(null, true).message).toBe('Invalid JSON Patch')
  expect(refused(5, false).message).toBe('Invalid JSON Patch')
  expect(mergePatched({}, [1], { isStrict: false })).toEqual([1])
})
