import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { testServers } from './test-servers.ts'
import { viewingAs } from './view-as.ts'

const { serve } = testServers()

interface Seen {
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
}

async function start(): Promise<{ readonly url: string; readonly seen: readonly Seen[] }> {
  const seen: Seen[] = []
  const handle: RequestListener = ({ url, headers }, response) => {
    seen.push({ url, headers })
    response.end()
  }
  return { url: await serve(viewingAs(handle)), seen }
}

test('requests below /as/<user> impersonate this user only', async () => {
  const { url, seen } = await start()
  const headers = { 'impersonate-user': 'root', 'impersonate-group': 'system:masters' }
  await fetch(`${url}/as/jane%40example.com/api/v1/pods?limit=1`, { headers })
  await fetch(`${url}/api/v1/pods`)
  expect(seen.map(({ url }) => url)).toEqual(['/api/v1/pods?limit=1', '/api/v1/pods'])
  expect(seen[0]?.headers).toMatchObject({ 'impersonate-user': 'jane@example.com' })
  expect(seen[0]?.headers).not.toHaveProperty('impersonate-group')
  expect(seen[1]?.headers).not.toHaveProperty('impersonate-user')
})

test.each([
  '/as/a%0d%0ab/api',
  '/as/%e4%bd%a0/api',
  '/as/%zz/api',
  '/as/%20/api',
  '/as/%20jane/api',
  '/as/jane%20/api',
  '/as/%09/api',
  '/as/jane%00/api',
  '/as/%7f/api',
])('%s names no user', async path => {
  const { url, seen } = await start()
  const answer = await fetch(url + path)
  expect([answer.status, await answer.json()]).toMatchObject([400, { kind: 'Status' }])
  expect(seen).toEqual([])
})

test('a path without a user, or without a path below it, is passed on', async () => {
  const { url, seen } = await start()
  await fetch(`${url}/as/jane`)
  await fetch(`${url}/as//api`)
  expect(seen.map(({ url }) => url)).toEqual(['/as/jane', '/as//api'])
})
