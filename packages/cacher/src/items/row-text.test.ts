import { encodeRow, type RowBody } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { copied, textAt, wireText } from './row-text.ts'

const bodyOf = (text: unknown) => ({ body: text as RowBody<unknown> })

test.each([
  ['{"a":1, "b":2}', '{"a":1, "b":2}'],
  ['{"a":"<"}', '{"a":"\\u003c"}'],
  ['{"a":">"}', '{"a":"\\u003e"}'],
  ['{"a":"&"}', '{"a":"\\u0026"}'],
  ['{"a":"\u2028"}', '{"a":"\\u2028"}'],
  ['{"a":"\u2029"}', '{"a":"\\u2029"}'],
  ['{"a":"<", "b":2}', '{"a":"\\u003c", "b":2}'],
  ['{\n  "a": 1\n}', '{"a":1}'],
  ['{\r"a": "<"}', '{"a":"\\u003c"}'],
])('%j is sent as %s', (text, expected) => {
  expect(wireText(bodyOf(text))).toBe(expected)
})

test('a row that is not JSON cannot be sent', () => {
  expect(() => wireText(bodyOf(new Uint8Array([1])))).toThrow('a watch cache needs rows of JSON')
})

test.each([
  [
    '{"metadata":{"resourceVersion":"5","name":"a"},"x":1}',
    '{"metadata":{"resourceVersion":"9","name":"a"},"x":1}',
  ],
  [
    ' {"x":1,"metadata":{"name":"a","resourceVersion":"5"}}',
    ' {"x":1,"metadata":{"name":"a","resourceVersion":"9"}}',
  ],
  ['{"metadata":{"name":"<"}}', '{"metadata":{"name":"\\u003c","resourceVersion":"9"}}'],
  ['{"x":1}', '{"x":1,"metadata":{"resourceVersion":"9"}}'],
])('%s at resourceVersion 9', (text, expected) => {
  expect(textAt(text, '9')).toBe(expected)
})

test.each(['', 'a', 'ab', 'a\nb', '\n'])('a copy of %j is equal to it', text => {
  expect(copied(text)).toBe(text)
})

test('the text of an encoded row is sent as it is', () => {
  const row = encodeRow({ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } })
  expect(wireText(row)).toBe('{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}}')
})
