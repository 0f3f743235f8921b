import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { type FakeChannel, fakeChannel } from '../test/fake-channel.ts'
import type { PageChannel } from '../wire/channel.ts'
import type { HostMessage, PageMessage } from '../wire/protocol.ts'
import { ActiveHost } from './active-host.ts'
import { followerChannel } from './follower-channel.ts'
import { tapChannel } from './tap-channel.ts'
import { sharedWorkerChannel, workerChannel } from './worker-channel.ts'

const PING: PageMessage = { type: 'ping' }
const PONG: HostMessage = { type: 'pong' }

/** Listens to a channel, and returns what it receives. */
function listening(channel: PageChannel): string[] {
  const events: string[] = []
  channel.listen({ onMessage: ({ type }) => events.push(type), onFailure: reason => events.push(reason) })
  return events
}

describe('the channel of a follower', () => {
  function start() {
    let receive = (_event: { readonly data: unknown }): void => {}
    const broadcast = {
      postMessage: vi.fn(),
      addEventListener: (_type: 'message', listener: typeof receive) => {
        receive = listener
      },
      close: vi.fn(),
    }
    const channel = followerChannel(broadcast)
    const events = listening(channel)
    return { channel, broadcast, events, receive: () => receive({ data: PONG }) }
  }

  test('passes messages in both directions', () => {
    const { channel, broadcast, events, receive } = start()
    channel.post(PING)
    receive()
    expect([broadcast.postMessage.mock.calls, events]).toEqual([[[PING]], ['pong']])
  })

  test('says goodbye once when it is closed, and passes nothing more', () => {
    const { channel, broadcast, events, receive } = start()
    channel.close()
    channel.close()
    channel.post(PING)
    receive()
    expect([broadcast.postMessage.mock.calls, broadcast.close.mock.calls.length]).toEqual([
      [[{ type: 'goodbye' }]],
      1,
    ])
    expect(events).toEqual([])
  })
})

describe('the channel of a worker', () => {
  function start() {
    const worker = { postMessage: vi.fn(), terminate: vi.fn() } as unknown as Worker
    const channel = workerChannel(worker)
    const events = listening(channel)
    const receive = () => worker.onmessage?.({ data: PONG } as MessageEvent)
    const fail = (message?: string) => worker.onerror?.({ message } as ErrorEvent)
    return { worker, channel, events, receive, fail }
  }

  test.each([
    ['it throws', 'it throws'],
    [undefined, 'its script could not be loaded'],
    ['', 'its script could not be loaded'],
  ])('fails with the error %j before the first message: %s', (message, reason) => {
    const { events, fail } = start()
    fail(message)
    expect(events).toEqual([`the worker did not start: ${reason}`])
  })

  test('passes messages in both directions; an error after the first one is not of the channel', () => {
    const { worker, channel, events, receive, fail } = start()
    channel.post(PING)
    receive()
    fail('uncaught')
    worker.onmessageerror?.({} as MessageEvent)
    expect(vi.mocked(worker.postMessage).mock.calls).toEqual([[PING]])
    expect(events).toEqual(['pong', 'the worker sent a message that cannot be read'])
  })

  test('terminates the worker when it is closed, and has no listener', () => {
    const { worker, channel } = start()
    channel.close()
    expect(worker.terminate).toHaveBeenCalledOnce()
    expect([worker.onmessage, worker.onerror, worker.onmessageerror]).toEqual([null, null, null])
  })
})

test('the channel of a shared worker passes messages, reports failures, and says goodbye', () => {
  const port = { postMessage: vi.fn(), close: vi.fn() } as unknown as MessagePort
  const worker = { port } as unknown as SharedWorker
  const channel = sharedWorkerChannel(worker)
  const events = listening(channel)
  channel.post(PING)
  port.onmessage?.({ data: PONG } as MessageEvent)
  port.onmessageerror?.({} as MessageEvent)
  worker.onerror?.({} as ErrorEvent)
  expect(events).toEqual([
    'pong',
    'the shared worker sent a message that cannot be read',
    'the shared worker did not start: its script could not be loaded, or threw',
  ])
  channel.close()
  expect(vi.mocked(port.postMessage).mock.calls).toEqual([[PING], [{ type: 'goodbye' }]])
  expect(port.close).toHaveBeenCalledOnce()
  expect([port.onmessage, port.onmessageerror, worker.onerror]).toEqual([null, null, null])
})

describe('a channel that a transport observes', () => {
  function start() {
    const clock = new FakeClock({ now: 1000 })
    const channel: FakeChannel<PageMessage, HostMessage> = fakeChannel()
    const [onHeard, onFailure] = [vi.fn(), vi.fn()]
    return { clock, channel, onHeard, onFailure }
  }

  test('records the time of each message; its failures are those of the transport', async () => {
    const { clock, channel, onHeard, onFailure } = start()
    const tapped = tapChannel(channel, { clock, onHeard, onFailure })
    const events = listening(tapped)
    tapped.post(PING)
    expect([channel.posted, tapped.lastHeardAt]).toEqual([[PING], undefined])
    await clock.advance(5)
    channel.onMessage(PONG)
    channel.onFailure('broken')
    expect([tapped.lastHeardAt, onHeard.mock.calls, events]).toEqual([1005, [[PONG]], ['pong']])
    expect(onFailure.mock.calls).toEqual([['broken']])
  })

  test('passes no message on once it is closed, also by what it observes', () => {
    const { clock, channel, onFailure } = start()
    const tapped = tapChannel(channel, { clock, onHeard: () => tapped.close(), onFailure })
    const events = listening(tapped)
    channel.onMessage(PONG)
    expect([events, channel.closed]).toEqual([[], true])
    const silent = tapChannel(channel, { clock, onFailure })
    const passed = listening(silent)
    channel.onMessage(PONG)
    expect(passed).toEqual(['pong'])
  })

  test.each([
    [true, true],
    [false, false],
  ])(
    'of a tab that leads: %s, needs keep-alives until it is heard, for 30 s: %s',
    async (leading, expected) => {
      const { clock, channel, onHeard, onFailure } = start()
      const host = new ActiveHost({ channel, term: 3, leading, clock, onHeard, onFailure })
      listening(host.channel)
      expect([host.term, host.needsKeepAlive]).toEqual([3, expected])
      await clock.advance(29_999)
      expect(host.needsKeepAlive).toBe(expected)
      await clock.advance(1)
      expect(host.needsKeepAlive).toBe(false)
      channel.onFailure('broken')
      expect(onFailure.mock.calls).toEqual([[host, 'broken']])
    },
  )

  test('that was heard answers searches itself', () => {
    const { clock, channel, onHeard, onFailure } = start()
    const host = new ActiveHost({ channel, term: 3, leading: true, clock, onHeard, onFailure })
    listening(host.channel)
    channel.onMessage(PONG)
    expect([host.needsKeepAlive, onHeard.mock.calls.length]).toEqual([false, 1])
  })
})
