import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { EVERYTHING } from './history.ts'
import type { HostUnderTest } from './host-under-test.ts'
import { ORIGIN } from './relay-settings.ts'
import { tokenOf } from './upstream.ts'
import { USERS, World } from './world.ts'

/** How long a client waits for the end of a connection whose WebSocket is closed. */
const CLOSE_MS = 500

/** Opens a watch over WebSocket. */
async function openSocket({ relay }: World, user: string): Promise<WebSocket> {
  const token = Buffer.from(tokenOf(user)).toString('base64url')
  const protocols = [`base64url.bearer.authorization.k8s.io.${token}`, 'base64.binary.k8s.io']
  const url = `${relay.url.replace('http', 'ws')}${EVERYTHING.path}watch=1&resourceVersion=0`
  // A variable, because the types do not have `closeTimeout`.
  const options = { headers: { origin: ORIGIN }, closeTimeout: CLOSE_MS }
  const socket = new WebSocket(url, protocols, options)
  onTestFinished(() => socket.terminate())
  await once(socket, 'message')
  return socket
}

export function stopping(host: () => HostUnderTest): void {
  test('invariant 7: a stop ends all watches, and leaves no request, timer, socket or alarm', async () => {
    const world = await World.open(host(), { watchesRbac: true })
    const { upstream, relay } = world
    for (const user of USERS) world.read({ user })
    await world.settled()
    // The connections of hibernatable sockets end some time after the sockets; workerd keeps the objects until then.
    const users = host().isTree ? [] : USERS
    const sockets = await Promise.all(users.map(user => openSocket(world, user)))
    world.write(10)
    await world.settled()
    const closed = Promise.all(sockets.map(socket => once(socket, 'close')))
    // They would connect again, and thereby start objects again.
    const left = world.leave()
    world.write(10)
    // A watch of a reader who does not leave.
    const { body } = await world.get(`${EVERYTHING.path}watch=1&resourceVersion=0`)
    const text = body ? new Response(body).text() : ''
    await left
    await relay.stop()
    // A stream that broke off would reject.
    expect(await text).toContain('ADDED')
    expect((await closed).map(([code]) => code)).toEqual(sockets.map(() => 1000))
    await relay.gone()
    await expect.poll(() => upstream.openWatches).toBe(0)
    const { requests } = upstream
    world.write(3)
    expect(upstream.requests).toBe(requests)
  })
}
