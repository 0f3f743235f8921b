import { expect, test } from 'vitest'
import { jsonBody, type Offer, PROTOBUF, publicUrl } from './answer.ts'

const answer = (type: string | undefined, body: string | null = '{}'): Response => {
  const response = new Response(body)
  response.headers.delete('content-type')
  if (type !== undefined) response.headers.set('content-type', type)
  return response
}

test.each([
  ['application/json', true],
  ['application/json;stream=watch', true],
  ['application/vnd.api+json', true],
  [PROTOBUF, false],
  [undefined, undefined],
])('of the content type %s, it is JSON: %s', (type, isJson) => {
  const offer: Offer = { accept: PROTOBUF, isJson: true }
  const response = answer(type)
  expect(jsonBody(response, 'list pods', offer)).toBe(response.body)
  expect(offer.isJson).toBe(isJson)
})

test.each([
  ['text/html; charset=utf-8', 'text/html'],
  ['text/plain', 'text/plain'],
  ['application/yaml', 'application/yaml'],
  [PROTOBUF, PROTOBUF],
  ['text/htmlx', 'another content type'],
  ['image/secret', 'another content type'],
  ['x/jsonl', 'another content type'],
])('the content type %s is refused as %s if nothing was offered', (type, named) => {
  const response = answer(type)
  expect(() => jsonBody(response, 'list pods')).toThrow(`list pods: expected JSON and got ${named} from`)
})

test('an answer without a body is refused', () => {
  expect(() => jsonBody(answer(undefined, null), 'list pods')).toThrow(
    'expected JSON and got no content from',
  )
})

test.each([
  ['https://user:pass@a.example/b?c=d#e', 'https://a.example/b'],
  ['https://a.example/b#e', 'https://a.example/b'],
  ['/api/v1', '/api/v1'],
])('an error names %s as %s', (url, shown) => expect(publicUrl(url)).toBe(shown))
