import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { UsageError } from '@kube-informer/core'
import { MetricRegistry } from '@kube-informer/core/metrics'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { HealthChecks } from '../manager/health-checks.ts'
import { metricsHandler } from '../metrics/metrics-handler.ts'
import { type ServeHealthOptions, type ServingHealth, serveHealth } from './serve-health.ts'

const ANY_PORT = '127.0.0.1:0'

async function serving(options: Partial<ServeHealthOptions> = {}): Promise<ServingHealth & { url: string }> {
  const server = await serveHealth({ address: ANY_PORT, ...options })
  onTestFinished(() => server.close())
  return { ...server, url: server.url ?? '' }
}

function socketTo(url: string): Socket {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  return socket
}

async function status(url: string, init?: RequestInit): Promise<string> {
  const response = await fetch(url, init)
  return `${response.status} ${await response.text()}`
}

/** Everything a server sends until it closes the connection. */
async function received(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', chunk => {
    text += chunk
  })
  await once(socket, 'close')
  return text
}

describe('serveHealth', () => {
  test('C-MGR-19: serves probes and metrics by one server', async () => {
    const checks = new HealthChecks()
    checks.addReadyzCheck('disk', () => Promise.reject(new Error('full')))
    const { url } = await serving({
      health: request => checks.handle(request),
      metrics: metricsHandler(new MetricRegistry()),
    })
    expect(await status(`${url}/healthz`)).toBe('200 ok')
    expect(await status(`${url}/readyz/`)).toMatch('500 [-]disk failed')
    expect(await status(`${url}/readyz/disk`)).toBe('500 internal server error: full\n')
    expect(await status(`${url}/readyz/other`)).toMatch('404')
    expect(await status(`${url}/other`)).toMatch('404')
    expect(await status(`${url}/metrics`)).toBe('200 ')
    expect(await status(`${url}/healthz`, { method: 'POST', body: 'x' })).toMatch('405')
    const { headers } = await fetch(`${url}/metrics`)
    expect(headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  })

  test('C-MGR-21: with the address 0 there is no server', async () => {
    const server = await serveHealth({ address: '0' })
    expect(server.url).toBeUndefined()
    await server.close()
  })

  test('C-MGR-21: further handlers are served, and /metrics cannot be one of them', async () => {
    const handlers = { '/version': () => new Response('1.2') }
    const { url } = await serving({ handlers })
    expect([await status(`${url}/version`), await status(`${url}/version/`)]).toEqual([
      '200 1.2',
      expect.stringMatching('404'),
    ])
    const replacing = serveHealth({ address: '0', handlers: { '/metrics': () => new Response() } })
    await expect(replacing).rejects.toThrow('overriding builtin /metrics endpoint is not allowed')
  })

  test('an invalid address, and one in use, reject', async () => {
    await expect(serveHealth({ address: '8081' })).rejects.toThrow(UsageError)
    const { url } = await serving()
    await expect(serveHealth({ address: new URL(url).host })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  test('idle connections stay for 90 seconds by default', async () => {
    const { url } = await serving()
    expect((await fetch(url)).headers.get('Keep-Alive')).toBe('timeout=90')
  })

  test('headers that take too long end the connection', async () => {
    const { url } = await serving({ headerTimeoutMs: 20 })
    const socket = socketTo(url)
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n')
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('a handler that throws is a 500 without its reason, a request that is none a 400', async () => {
    const health = () => {
      throw new Error('secret')
    }
    const { url } = await serving({ health })
    expect(await status(url)).toBe('500 internal server error\n')
    const socket = socketTo(url)
    socket.write('GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('a probe whose client leaves is aborted', async () => {
    const aborted = new Promise<string>(resolve => {
      const health = ({ signal }: Request) =>
        new Promise<Response>(() => signal.addEventListener('abort', () => resolve('aborted')))
      void serving({ health }).then(({ url }) => {
        const socket = socketTo(url)
        socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', () => socket.destroy())
      })
    })
    expect(await aborted).toBe('aborted')
  })

  test('close ends idle connections at once, and frees the port', async () => {
    const { url, close } = await serving({ clock: new FakeClock() })
    const idle = socketTo(url)
    await once(idle, 'connect')
    await fetch(url)
    const ended = received(idle)
    await Promise.all([close(), close(), ended])
    const again = createServer().listen(Number(new URL(url).port), '127.0.0.1')
    await once(again, 'listening')
    again.close()
  })

  test('close waits for a response for a second, and then breaks it off', async () => {
    const clock = new FakeClock()
    let started = () => {}
    const hasStarted = new Promise<void>(resolve => {
      started = resolve
    })
    const health = () => {
      started()
      return new Promise<Response>(() => {})
    }
    const { url, close } = await serving({ health, clock })
    const probe = expect(fetch(url)).rejects.toThrow()
    await hasStarted
    const closing = close()
    await clock.advance(999)
    expect(await Promise.race([closing, Promise.resolve('open')])).toBe('open')
    await clock.advance(1)
    await Promise.all([closing, probe])
    expect(clock.pendingTimers).toBe(0)
  })

  test('a response that ends in time is sent', async () => {
    const clock = new FakeClock()
    let respond: (response: Response) => void = () => {}
    let started = () => {}
    const hasStarted = new Promise<void>(resolve => {
      started = resolve
    })
    const health = () => {
      started()
      return new Promise<Response>(resolve => {
        respond = resolve
      })
    }
    const { url, close } = await serving({ health, clock })
    const probe = status(url)
    await hasStarted
    const closing = close()
    respond(new Response('ok'))
    expect(await probe).toBe('200 ok')
    await closing
    expect(clock.pendingTimers).toBe(0)
  })
})
