import { once } from 'node:events'
import { constants, createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { parseKubeConfig } from '@kube-informer/core/config'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Certificates, type Certified, createCertificates } from '../../../tools/test/certificates.ts'

/** How the server treats a request. */
type Treatment = 'answer' | 'leave out' | 'refuse' | 'take and lose'

let certificates: Promise<Certificates> | undefined

/** A server over HTTP/2, and a connection to it on which one request was answered. */
async function connect() {
  certificates ??= createCertificates()
  const { server, authority } = await certificates
  const seen: {
    readonly method: string
    readonly treated: Treatment
    readonly session: ServerHttp2Session
  }[] = []
  const bodies: string[] = []
  const plan: Treatment[] = []
  const http = await listen(server, async (stream, method) => {
    const session = stream.session as ServerHttp2Session
    const treated = plan.shift() ?? 'answer'
    seen.push({ method, treated, session })
    if (treated === 'leave out') return session.goaway(constants.NGHTTP2_NO_ERROR, (stream.id ?? 0) - 2)
    if (treated === 'refuse') return stream.close(constants.NGHTTP2_REFUSED_STREAM)
    if (treated === 'take and lose') {
      session.goaway(constants.NGHTTP2_NO_ERROR, stream.id)
      return setImmediate(() => session.destroy())
    }
    let body = ''
    for await (const chunk of stream) body += String(chunk)
    bodies.push(body)
    stream.respond({ ':status': 200 })
    stream.end('done')
  })
  const { port } = http.address() as AddressInfo
  const cluster = { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': btoa(authority) }
  const config = await parseKubeConfig(
    JSON.stringify({
      'current-context': 'dev',
      contexts: [{ name: 'dev', context: { cluster: 'dev', user: 'dev' } }],
      clusters: [{ name: 'dev', cluster }],
      users: [{ name: 'dev', user: { token: 'secret' } }],
    }),
  )
  onTestFinished(async () => {
    await config.close()
    http.close()
  })
  const send = async (method: string, body?: string | Uint8Array<ArrayBuffer>) => {
    const init = { method, ...(body !== undefined && { body }) }
    return (await config.fetch(`${config.baseUrl}/`, init)).text()
  }
  await send('GET')
  seen.length = bodies.length = 0
  return { plan, seen, bodies, send }
}

async function listen(certified: Certified, answer: (stream: ServerHttp2Stream, method: string) => unknown) {
  const http = createSecureServer(certified)
  http.on('sessionError', () => {})
  http.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    void answer(stream, String(headers[':method']))
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return http
}

const VERBS = [
  ['GET', undefined],
  ['POST', '{"kind":"Pod"}'],
  ['PUT', '{"kind":"Pod","ü":1}'],
  ['PATCH', new Uint8Array([123, 125])],
  ['DELETE', '{"kind":"DeleteOptions"}'],
] as const

describe.each(VERBS)('a %s', (method, body) => {
  const text = body === undefined ? '' : Buffer.from(body).toString()

  test('that a GOAWAY leaves out is sent again on another connection, and processed once', async () => {
    const { plan, seen, bodies, send } = await connect()
    plan.push('leave out')
    expect(await send(method, body)).toBe('done')
    expect(seen.map(({ treated }) => treated)).toEqual(['leave out', 'answer'])
    expect(new Set(seen.map(({ session }) => session)).size).toBe(2)
    expect(bodies).toEqual([text])
  })

  test('whose stream is refused is sent again, and processed once', async () => {
    const { plan, seen, bodies, send } = await connect()
    plan.push('refuse')
    expect(await send(method, body)).toBe('done')
    expect(seen.map(each => each.method)).toEqual([method, method])
    expect(bodies).toEqual([text])
  })

  test('that the server may have processed is never sent again', async () => {
    const { plan, seen, send } = await connect()
    plan.push('take and lose')
    await expect(send(method, body)).rejects.toThrow('fetch failed')
    expect(await send('GET')).toBe('done')
    expect(seen.map(({ treated }) => treated)).toEqual(['take and lose', 'answer'])
  })
})
