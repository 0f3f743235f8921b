import { expect, test } from 'vitest'
import { kindOf, RequestLog } from './request-log.ts'

const request = (at: number) => ({
  ...({ method: 'GET', path: '/', query: {}, kind: 'other', resource: undefined } as const),
  ...{ resourceVersion: '', at, text: '', note: undefined },
})

test.each([
  ['GET', 'get', 'list'],
  ['POST', 'other', 'create'],
  ['PUT', 'replace', 'other'],
  ['PATCH', 'patch', 'other'],
  ['DELETE', 'delete', 'deletecollection'],
  ['OPTIONS', 'other', 'other'],
])('%s of an item is %s, of a collection %s', (method, item, collection) => {
  expect([kindOf(method, true, false), kindOf(method, false, false)]).toEqual([item, collection])
  expect(kindOf(method, false, true)).toBe(method === 'GET' ? 'watch' : collection)
})

test('a request has no status until it is answered', () => {
  const log = new RequestLog()
  const answered = log.add(request(1))
  expect(log.requests).toMatchObject([{ at: 1, status: undefined }])
  answered(201)
  expect(log.requests).toMatchObject([{ at: 1, status: 201 }])
})

test('at least the latest 10,000 requests are kept, at most twice as many', () => {
  const log = new RequestLog()
  for (let at = 0; at < 20_000; at++) log.add(request(at))
  expect(log.requests).toHaveLength(20_000)
  log.add(request(20_000))
  expect([log.requests.length, log.requests[0]?.at, log.requests.at(-1)?.at]).toEqual([
    10_001, 10_000, 20_000,
  ])
})
