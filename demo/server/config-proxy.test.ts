import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { kubectlProxyConfig } from '@kube-informer/core/config'
import { expect, test, vi } from 'vitest'
import { configProxy } from './config-proxy.ts'
import { testServers } from './test-servers.ts'
import { viewingAs } from './view-as.ts'

const { serve } = testServers()

/** A proxy to an upstream server. */
async function start(
  upstream: RequestListener,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const config = { ...kubectlProxyConfig({ url: await serve(upstream) }), headers, context: 'prod' }
  return serve(viewingAs(configProxy(async () => config)))
}

test('forwards a request, its body and the answer', async () => {
  const seen: { line: string; headers: IncomingHttpHeaders; body: string }[] = []
  const url = await start(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
    response.writeHead(409, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync('{"kind":"Status"}'))
  })
  const headers = { authorization: 'Bearer from-the-page', 'content-type': 'application/apply-patch+yaml' }
  const answer = await fetch(`${url}/api/v1/pods/a?force=true`, { method: 'PATCH', headers, body: 'a: 1' })
  expect([answer.status, await answer.json()]).toEqual([409, { kind: 'Status' }])
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(seen).toMatchObject([
    {
      line: 'PATCH /api/v1/pods/a?force=true',
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: 'a: 1',
    },
  ])
  expect(seen[0]?.headers).not.toHaveProperty('authorization')
})

test('adds the headers of the context, and refuses to impersonate beside them', async () => {
  const seen: (string | undefined)[] = []
  const upstream: RequestListener = ({ headers }, response) => {
    seen.push(headers['impersonate-user'] as string | undefined)
    response.end()
  }
  expect((await fetch(`${await start(upstream)}/as/jane/api`)).status).toBe(200)
  const url = await start(upstream, { 'Impersonate-User': 'robot' })
  expect((await fetch(`${url}/api`)).status).toBe(200)
  const refused = await fetch(`${url}/as/jane/api`)
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { message: 'the context "prod" impersonates a user already' },
  ])
  expect(seen).toEqual(['jane', 'robot'])
})

test('sends each event of a watch at once, and an abort to the server', async () => {
  const gone = Promise.withResolvers<void>()
  const url = await start((_request, response) => {
    response.on('close', gone.resolve)
    response.flushHeaders()
    response.write('first')
  })
  const leaving = new AbortController()
  const { body } = await fetch(`${url}/api/v1/pods?watch=1`, { signal: leaving.signal })
  const { value } = (await body?.getReader().read()) ?? {}
  expect(new TextDecoder().decode(value)).toBe('first')
  leaving.abort()
  await gone.promise
})

test('a watch that breaks is an error for the page, and not its end', async () => {
  const url = await start((_request, response) => {
    response.write('first', () => response.destroy())
  })
  const { body } = await fetch(`${url}/api/v1/pods?watch=1`)
  await expect(new Response(body).text()).rejects.toThrow()
})

test('an error of the configuration is the answer, and the next request tries again', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('user "jane": no such file'))
  load.mockResolvedValue(kubectlProxyConfig({ url: await serve((_, response) => void response.end('ok')) }))
  const url = await serve(configProxy(load))
  const failed = await fetch(`${url}/version`)
  expect([failed.status, await failed.json()]).toMatchObject([502, { message: 'user "jane": no such file' }])
  expect(await (await fetch(`${url}/version`)).text()).toBe('ok')
  expect(await (await fetch(`${url}/version`)).text()).toBe('ok')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a path names no other server', async () => {
  const seen: (string | undefined)[] = []
  const url = await start((request, response) => {
    seen.push(request.url)
    response.end()
  })
  for (const path of ['//evil.test/api', '/@evil.test/api', '@evil.test/api', 'http://evil.test/api']) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    await socket.toArray()
  }
  expect(seen).toEqual(['/@evil.test/api'])
})
