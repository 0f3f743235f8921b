import { beforeEach, expect, test } from 'vitest'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'

let server: FakeApiserver
beforeEach(() => {
  server = createFakeApiserver()
})

test.each([
  ['abc', 'invalid duration "abc"'],
  ['1', 'missing unit in duration "1"'],
  ['5x', 'unknown unit "x" in duration "5x"'],
])('a timeout of %s is a 400 on every path', async (timeout, problem) => {
  const paths = ['/api/v1/pods', '/api/v1/pods/a', '/apis', '/apis/apps/v1', '/apis/apps/v1/none', '/version']
  for (const path of [...paths, '/openapi/v3', '/healthz', '/none'])
    expect([path, await ask(server, 'GET', `${path}?timeout=${timeout}`)]).toMatchObject([
      path,
      {
        code: 400,
        body: {
          reason: 'BadRequest',
          message: `invalid timeout specified in the request URL - time: ${problem}`,
        },
      },
    ])
})

test.each(['', '0', '1s', '-1.5h', '1m30s'])('a timeout of "%s" is valid', async timeout => {
  expect((await server.fetch(`/api/v1/pods?timeout=${timeout}`)).status).toBe(200)
  expect((await server.fetch(`/none?timeout=${timeout}`)).status).toBe(404)
})

test('a watch ignores the timeout', async () => {
  const response = await server.fetch('/api/v1/pods?watch=true&timeout=abc')
  expect(response.status).toBe(200)
  await response.body?.cancel()
})
