import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesGlob } from './glob.ts'

test.each([
  ['/version', '/version', true],
  ['/version', '/versions', false],
  ['*/version', '/version', true],
  ['*/pods', '/api/v1/namespaces/default/pods', true],
  ['*/pods', '/api/v1/namespaces/default/pods/web', false],
  ['/api/v1/*/pods*', '/api/v1/namespaces/a/pods/web', true],
  ['/api/*/*', '/api/v1', false],
  ['a*a', 'a', false],
  ['*', '', true],
  ['', '', true],
  ['(a+)+$', 'aaa', false],
])('%j matches %j: %s', (glob, text, expected) => {
  expect(matchesGlob(glob, text)).toBe(expected)
})

test('a glob matches as the equal regular expression does', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 })
  const texts = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 })
  fc.assert(
    fc.property(letters, texts, (glob, text) => {
      const equal = new RegExp(`^${glob.replaceAll('*', '.*')}$`)
      expect(matchesGlob(glob, text)).toBe(equal.test(text))
    }),
  )
})
