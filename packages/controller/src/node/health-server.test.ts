import { describe, expect, test } from 'vitest'
import { createHealthServer } from './health-server.ts'

describe('createHealthServer', () => {
  test('serves while it runs, in the first group of a manager', async () => {
    const controller = new AbortController()
    const server = createHealthServer({ address: '127.0.0.1:0', health: () => new Response('ok') })
    expect([server.group, server.needsLeaderElection, server.url]).toEqual(['servers', false, undefined])
    const running = server.run(controller.signal)
    await server.waitForSync(controller.signal)
    expect(await (await fetch(`${server.url}/healthz`)).text()).toBe('ok')
    controller.abort()
    await running
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
  })

  test('C-MGR-21: with the address 0 it is ready at once, and ends with its signal', async () => {
    const controller = new AbortController()
    const server = createHealthServer({ address: '0' })
    const running = server.run(controller.signal)
    await server.waitForSync(controller.signal)
    expect(server.url).toBeUndefined()
    controller.abort()
    await running
  })

  test('an address that cannot be used rejects the run; a wait for it ends with its signal', async () => {
    const server = createHealthServer({ address: 'nonsense' })
    await expect(server.run(new AbortController().signal)).rejects.toThrow('invalid address')
    await expect(server.waitForSync(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  })
})
