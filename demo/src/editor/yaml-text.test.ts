import { expect, test } from 'vitest'
import { objectOf, yamlOf } from './yaml-text.ts'

const configMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a' },
  data: { enabled: 'yes', mode: '0o17', text: 'plain' },
}

test('texts that kubectl would read as another type are quoted', () => {
  const text = yamlOf(configMap)
  expect(text).toContain('enabled: "yes"\n  mode: "0o17"\n  text: plain\n')
  expect(objectOf(text)).toEqual(configMap)
})

test('a text without quotes is read as kubectl does', () => {
  const { data } = objectOf(yamlOf(configMap).replaceAll('"', '')) as { readonly data?: unknown }
  expect(data).toEqual({ enabled: true, mode: 15, text: 'plain' })
})

test.each([
  ['a: [', 'line 1: '],
  ['kind: A\nkind: B\n', 'line 2: the key kind occurs twice'],
  [`${yamlOf(configMap)}---\n${yamlOf(configMap)}`, 'The text has several documents'],
  ['- a\n', 'The text is not an object'],
  ['', 'The text is not an object'],
  ['kind: A\n', 'apiVersion and kind are missing'],
])('%j is no object', (text, message) => {
  expect(() => objectOf(text)).toThrow(message)
})
