import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serializeForScript } from './serialize-for-script.ts'

test('no text ends the script, or starts a comment in it', () => {
  const text = serializeForScript({ a: '</script><!-- <script>', b: '\u2028\u2029', '</SCRIPT>': 1 })
  expect(text).not.toMatch(/[<>\u2028\u2029]/)
  expect(JSON.parse(text)).toEqual({ a: '</script><!-- <script>', b: '\u2028\u2029', '</SCRIPT>': 1 })
})

test('JSON.parse returns the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(JSON.parse(serializeForScript(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
