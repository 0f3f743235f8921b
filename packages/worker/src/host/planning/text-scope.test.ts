import { expect, test } from 'vitest'
import { textScope } from './text-scope.ts'

test('all forms of a selector are one scope', () => {
  const scope = { namespace: 'a', labelSelector: 'app=web', fieldSelector: 'spec.nodeName=n1' }
  expect(textScope(scope)).toEqual(scope)
  const asObjects = { labelSelector: { app: 'web' }, fieldSelector: { 'spec.nodeName': 'n1' } }
  expect(textScope({ namespace: 'a', ...asObjects })).toEqual(scope)
  expect(textScope({ ...scope, labelSelector: { matchLabels: { app: 'web' } } })).toEqual(scope)
  expect(textScope({ namespace: 'a' })).toEqual({ namespace: 'a' })
})
