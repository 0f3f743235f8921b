import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { type FakeChannel, fakeChannel } from '../test/fake-channel.ts'
import { recordingListener } from '../test/recording-listener.ts'
import type { HostMessage, PageMessage } from '../wire/protocol.ts'
import { ChannelTransport, type ChannelTransportOptions } from './channel-transport.ts'
import { FallbackTransport } from './fallback-transport.ts'

/** A transport to hosts that the test controls. */
function transportRig(options: Partial<ChannelTransportOptions> = {}) {
  const clock = new FakeClock()
  const channels: FakeChannel<PageMessage, HostMessage>[] = []
  const connect = () => {
    const channel = fakeChannel<PageMessage, HostMessage>()
    channels.push(channel)
    return channel
  }
  const transport = new ChannelTransport({ kind: 'dedicated', connect, clock, ...options })
  const listener = recordingListener()
  return { clock, channels, transport, listener, events: listener.events }
}

describe('a transport that creates its hosts', () => {
  test('connects at once, and notifies its listener in the same task', async () => {
    const { channels, transport, listener, events } = transportRig()
    transport.open(listener)
    expect([channels.length, events]).toEqual([1, []])
    await Promise.resolve()
    expect(events).toEqual(['channel'])
    channels[0]?.onMessage({ type: 'pong' })
    listener.channel?.post({ type: 'ping' })
    expect([events, channels[0]?.posted]).toEqual([['channel', 'pong'], [{ type: 'ping' }]])
  })

  test('starts another host on restart, after closing the previous one, with growing backoff', async () => {
    const { clock, channels, transport, listener, events } = transportRig()
    transport.open(listener)
    await clock.settle()
    for (const pause of [0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      const made = channels.length
      transport.restart('it ended')
      transport.restart('it ended')
      expect(channels.at(-1)?.closed).toBe(true)
      await clock.advance(Math.max(0, pause - 1))
      if (pause > 0) expect(channels.length).toBe(made)
      await clock.advance(1)
      expect(channels.length).toBe(made + 1)
    }
    expect(events.slice(0, 3)).toEqual(['channel', 'lost: it ended', 'channel'])
    expect(events).toHaveLength(17)
    await clock.advance(60_000)
    transport.restart('it ended')
    await clock.settle()
    expect(channels).toHaveLength(10)
  })

  test('fails with a reason when its first host cannot be created or does not start', async () => {
    const first = transportRig({
      connect: () => {
        throw new Error('refused by policy')
      },
    })
    first.transport.open(first.listener)
    await first.clock.settle()
    expect(first.events).toEqual(['failed: the worker could not be started: Error: refused by policy'])
    const second = transportRig()
    second.transport.open(second.listener)
    await second.clock.settle()
    second.channels[0]?.onFailure('its script is broken')
    second.channels[0]?.onFailure('its script is broken')
    second.transport.restart('never mind')
    await second.clock.advance(60_000)
    expect(second.events).toEqual(['channel', 'failed: its script is broken'])
    expect([second.channels.length, second.channels[0]?.closed, second.clock.pendingTimers]).toEqual([
      1,
      true,
      0,
    ])
  })

  test('leaves a host that says it is unsuited, where there is another kind of host', async () => {
    const outcomes = [true, false].map(async hasNext => {
      const { clock, channels, transport, listener, events } = transportRig({ hasNext })
      transport.open(listener)
      await clock.settle()
      channels[0]?.onMessage({ type: 'unsuited', reason: 'it cannot store keys' })
      return [events, channels[0]?.closed ?? false]
    })
    expect(await Promise.all(outcomes)).toEqual([
      [['channel', 'failed: it cannot store keys'], true],
      [['channel', 'unsuited'], false],
    ])
  })

  test('gives an ended host that is shared the time to be unregistered', async () => {
    const { clock, channels, transport, listener } = transportRig({ kind: 'shared', isShared: true })
    transport.open(listener)
    await clock.settle()
    transport.restart('it ended')
    await clock.advance(99)
    expect(channels).toHaveLength(1)
    await clock.advance(1)
    expect(channels).toHaveLength(2)
  })

  test('retries when a later host fails', async () => {
    const { clock, channels, transport, listener, events } = transportRig()
    transport.open(listener)
    await clock.settle()
    channels[0]?.onMessage({ type: 'pong' })
    channels[0]?.onFailure('cannot be read')
    await clock.settle()
    channels[1]?.onFailure('the network is down')
    await clock.advance(1000)
    expect(events).toEqual([
      ...['channel', 'pong', 'lost: cannot be read', 'channel', 'lost: the network is down', 'channel'],
    ])
  })

  test('sends no events and leaves no timer once it is closed, at any time', async () => {
    for (const ms of [undefined, 0, 500]) {
      const { clock, channels, transport, listener, events } = transportRig()
      transport.open(listener)
      if (ms !== undefined) {
        await clock.settle()
        transport.restart('it ended')
        transport.restart('it ended')
        await clock.advance(ms)
      }
      const before = events.length
      transport.close()
      transport.close()
      transport.restart('it ended')
      channels.at(-1)?.onFailure('too late')
      await clock.advance(60_000)
      expect([events.length, clock.pendingTimers, channels.at(-1)?.closed]).toEqual([before, 0, true])
    }
  })

  test('can be opened again after it was closed', async () => {
    const { clock, channels, transport, listener, events } = transportRig({ kind: 'shared', isShared: true })
    transport.open(listener)
    await clock.settle()
    transport.close()
    expect(channels[0]?.closed).toBe(true)
    transport.open(listener)
    await clock.settle()
    expect([events, channels.length]).toEqual([['channel', 'channel'], 2])
  })

  test('records when its host sent the last message', async () => {
    const { clock, channels, transport, listener } = transportRig()
    transport.open(listener)
    await clock.settle()
    expect(transport.lastHeardAt).toBeUndefined()
    await clock.advance(500)
    channels[0]?.onMessage({ type: 'pong' })
    expect(transport.lastHeardAt).toBe(clock.now())
  })

  test('fails when its host never responds, where there is another kind of host', async () => {
    const { clock, channels, transport, listener, events } = transportRig({ hasNext: true })
    transport.open(listener)
    await clock.settle()
    channels[0]?.onMessage({ type: 'pong' })
    transport.restart('it does not answer')
    await clock.settle()
    transport.restart('it does not answer')
    expect(events.slice(2)).toEqual(['lost: it does not answer', 'channel', 'failed: it does not answer'])
  })
})

describe('a transport with a fallback', () => {
  test('uses the fallback when it fails, and reports the reason', async () => {
    const first = transportRig({ kind: 'shared', isShared: true })
    const second = transportRig()
    const transport = new FallbackTransport(first.transport, second.transport)
    const { events, ...listener } = recordingListener()
    transport.open({ ...listener, onRole: () => {} })
    await first.clock.settle()
    expect([transport.kind, transport.isShared]).toEqual(['shared', true])
    first.channels[0]?.onFailure('there is no script')
    await second.clock.settle()
    expect(events).toEqual([
      'channel',
      'lost: there is no script',
      "host dedicated: host 'shared' was left: there is no script",
      'channel',
    ])
    expect([transport.kind, transport.isShared]).toEqual(['dedicated', false])
    transport.restart('it ended')
    await second.clock.settle()
    expect(second.channels).toHaveLength(2)
    second.channels[1]?.onFailure('it is broken')
    expect(events.slice(4)).toEqual(['lost: it ended', 'channel', 'failed: it is broken'])
    transport.close()
    expect(second.channels[1]?.closed).toBe(true)
  })
})
