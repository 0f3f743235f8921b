import { expect, it } from 'vitest'
import type { ConnectionOptions } from '../api/connection.ts'
import { definitionsFingerprint } from '../api/definition.ts'
import { bundled } from '../test/bundled.ts'
import { becomes } from '../test/conformance/index.ts'
import { BASE_URL, createTestServer, informers, TOKEN } from '../test/informers.ts'
import { serveWorkers } from '../test/page-server.ts'
import { type Announcement, followerChannelName, leadershipName } from '../wire/leadership.ts'
import { PROTOCOL_VERSION } from '../wire/protocol.ts'
import { connectInformers } from './connect-informers.ts'

/** Records all that tabs and the leader's worker send to each other, as any script of the origin can. */
function readAlong(name: string) {
  const messages: unknown[] = []
  const channels: BroadcastChannel[] = []
  const listen = (channel: string, onMessage: (data: unknown) => void) => {
    const broadcast = new BroadcastChannel(channel)
    broadcast.onmessage = ({ data }) => {
      messages.push(data)
      onMessage(data)
    }
    channels.push(broadcast)
  }
  const announcements = leadershipName(name, PROTOCOL_VERSION, definitionsFingerprint(informers))
  listen(announcements, data => {
    const { type, ...welcome } = data as Extract<Announcement, { type: 'welcome' }>
    if (type === 'welcome')
      listen(followerChannelName(announcements, welcome.hostId, welcome.follower), () => {})
  })
  const close = () => {
    for (const channel of channels) channel.close()
  }
  return { messages, close }
}

/** The text of everything in a message, including bytes. */
const textOf = (message: unknown): string =>
  JSON.stringify(message, (_, value: unknown) =>
    value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value,
  )

it("a follower's token is not readable for other scripts of the origin", async () => {
  const url = await bundled('informers.worker.ts')
  const name = `informers-${crypto.randomUUID()}`
  const workers = serveWorkers(name, createTestServer())
  const spy = readAlong(name)
  const options: ConnectionOptions = { baseUrl: BASE_URL, identity: 'jane', getToken: () => TOKEN }
  const connect = () =>
    connectInformers(informers, {
      ...options,
      name,
      host: 'leader',
      worker: () => new Worker(url, { type: 'module', name }),
    })
  const leader = connect()
  await becomes(leader, ({ state }) => state === 'ready')
  const follower = connect()
  await becomes(follower, ({ role, state }) => role === 'follower' && state === 'ready')
  const read = await follower.client.get('pods', { namespace: 'default', name: 'a' })
  expect(read.metadata?.name).toBe('a')
  const types = spy.messages.map(message => (message as { readonly type: string }).type)
  expect(types).toContain('needToken')
  expect(types).toContain('token')
  expect(textOf(spy.messages)).not.toContain(TOKEN)
  for (const each of [follower, leader, workers, spy]) each.close()
})
