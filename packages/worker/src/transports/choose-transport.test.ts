import { createFakeBroadcasts, createFakeLocks, FakeClock } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import { recordingListener } from '../test/recording-listener.ts'
import { chooseTransport, type TransportOptions } from './choose-transport.ts'

const NO_LOCKS = 'there are no Web Locks and broadcast channels (browsers give them to https and localhost)'

const none = (): never => {
  throw new Error('there is none here')
}

const options: TransportOptions = {
  host: 'auto',
  worker: none,
  sharedWorker: none,
  hasIdentity: true,
  leadership: 'name',
  locks: createFakeLocks().agent(),
  openBroadcast: createFakeBroadcasts().agent().open,
  clock: new FakeClock(),
  random: Math.random,
  lifecycle: { visible: true, subscribe: () => () => {} },
}

describe('chooseTransport', () => {
  it.each([
    ['shared', 'one shared worker for all tabs', {}],
    [
      'leader',
      'one tab leads and serves all tabs; the option sharedWorker was not given',
      { sharedWorker: undefined },
    ],
    ['dedicated', 'a connection without an identity shares nothing with other tabs', { hasIdentity: false }],
    [
      'dedicated',
      `${NO_LOCKS}; the option sharedWorker was not given`,
      { sharedWorker: undefined, locks: undefined },
    ],
    [
      'dedicated',
      `${NO_LOCKS}; the option sharedWorker was not given`,
      { sharedWorker: undefined, openBroadcast: undefined },
    ],
    ['shared', "host: 'shared' was requested", { host: 'shared', hasIdentity: false }],
    ['leader', "host: 'leader' was requested", { host: 'leader' }],
    ['dedicated', "host: 'dedicated' was requested", { host: 'dedicated' }],
  ] satisfies [string, string, Partial<TransportOptions>][])('chooses %s: %s', (kind, reason, given) => {
    const chosen = chooseTransport({ ...options, ...given })
    expect([chosen.transport.kind, chosen.reason]).toEqual([kind, reason])
  })

  it.each([
    ['auto', "host leader: host 'shared' was left: it does not answer"],
    ['shared', 'lost: it does not answer'],
  ] as const)('with %s, a silent shared worker is followed by: %s', async (host, event) => {
    const clock = new FakeClock()
    const port = { postMessage() {}, close() {} }
    const sharedWorker = () => ({ port }) as unknown as SharedWorker
    const { transport } = chooseTransport({ ...options, clock, sharedWorker, host })
    const listener = recordingListener()
    transport.open(listener)
    expect(transport.isShared).toBe(true)
    await clock.settle()
    transport.restart('it does not answer')
    expect([listener.events[0], listener.events.at(-1)]).toEqual(['channel', event])
    transport.close()
  })

  it('falls back to the next transport when one fails', async () => {
    const clock = new FakeClock()
    const locks = { request: () => Promise.reject(new DOMException('not on this origin', 'SecurityError')) }
    const { transport } = chooseTransport({ ...options, clock, locks })
    const listener = recordingListener()
    transport.open(listener)
    await clock.settle()
    expect(listener.events.filter(each => !each.startsWith('lost'))).toEqual([
      "host leader: host 'shared' was left: the worker could not be started: Error: there is none here",
      "host dedicated: host 'leader' was left: this tab cannot take part in the leader election: SecurityError: not on this origin",
      'failed: the worker could not be started: Error: there is none here',
    ])
    expect(clock.pendingTimers).toBe(0)
  })

  it.each([
    ['shared', { sharedWorker: undefined }, "host: 'shared' needs the option sharedWorker"],
    ['leader', { locks: undefined }, `host: 'leader' is unavailable: ${NO_LOCKS}`],
  ] as const)('fails with a reason when %s was requested and is not available', async (host, given, text) => {
    const clock = new FakeClock()
    const listener = recordingListener()
    chooseTransport({ ...options, ...given, host, clock }).transport.open(listener)
    await clock.settle()
    expect(listener.events.join()).toContain(text)
    expect(listener.events.join()).toContain('failed')
  })
})
