import { expect, test } from 'vitest'
import { bodyOf } from './body-of.ts'

const URL_OF_POD = 'http://fake/api/v1/namespaces/default/pods/a'

test('reads the body of a request that has no property `body`, as in Firefox', async () => {
  const request = new Request(URL_OF_POD, { method: 'PUT', body: '{}' })
  Object.defineProperty(request, 'body', { value: undefined })
  expect(new TextDecoder().decode(await bodyOf(request))).toBe('{}')
})

test('a request without a body has none', async () => {
  expect(await bodyOf(new Request(URL_OF_POD))).toBeUndefined()
  expect(await bodyOf(new Request(URL_OF_POD, { method: 'DELETE' }))).toBeUndefined()
})
