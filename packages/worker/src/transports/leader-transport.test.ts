import { createFakeBroadcasts, createFakeLocks, FakeClock, seededRandom } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { FakeTab, LEADERSHIP } from '../test/fake-tab.ts'
import type { WorkerFate } from '../test/fake-worker.ts'
import { followerChannelName } from '../wire/leadership.ts'
import type { PageMessage } from '../wire/protocol.ts'

/** An origin with tabs. */
function createOrigin(seed = 1) {
  const clock = new FakeClock({ quietTicks: 2 })
  const [locks, broadcasts, random] = [createFakeLocks(), createFakeBroadcasts(), seededRandom(seed)]
  const shared = { clock, locks, broadcasts }
  let tabs = 0
  const open = async (fate?: WorkerFate) => {
    const tab = new FakeTab(shared, `tab${tabs++}`, random)
    if (fate) tab.fate = fate
    await clock.settle()
    return tab
  }
  return { ...shared, open }
}

const roles = (...tabs: FakeTab[]) => tabs.map(({ role }) => role)
const hosts = (...tabs: FakeTab[]) => tabs.map(({ host }) => host)

describe('the tabs of an origin', () => {
  test('are led by the first, whose worker serves them all', async () => {
    const { locks, open } = createOrigin()
    const [a, b, c] = [await open(), await open(), await open()]
    expect(roles(a, b, c)).toEqual(['leader', 'follower', 'follower'])
    expect(hosts(a, b, c)).toEqual(Array(3).fill('host tab0/0'))
    expect([a.worker?.sessions, b.worker, c.worker]).toEqual([3, undefined, undefined])
    expect([locks.holders(LEADERSHIP), locks.waiters(LEADERSHIP)]).toEqual([['tab0'], ['tab1', 'tab2']])
  })

  test('that start at once have one leader', async () => {
    const { clock, open } = createOrigin()
    const tabs = await Promise.all([open(), open(), open()])
    await clock.advance(30_000)
    expect(roles(...tabs)).toEqual(['leader', 'follower', 'follower'])
    expect(hosts(...tabs)).toEqual(Array(3).fill('host tab0/0'))
    expect(tabs.map(({ events }) => events.length)).toEqual([2, 2, 2])
  })

  test.each([
    ['closes its connection', (tab: FakeTab) => tab.close()],
    ['is closed or crashes', (tab: FakeTab) => tab.crash()],
  ])('have another leader at once when the first one %s', async (_, end) => {
    const { clock, open } = createOrigin()
    const [a, b, c] = [await open(), await open(), await open()]
    end(a)
    await clock.settle()
    expect(roles(b, c)).toEqual(['leader', 'follower'])
    expect(hosts(b, c)).toEqual(Array(2).fill('host tab1/0'))
    expect([b.worker?.sessions, b.worker?.lead?.preempted, a.worker]).toEqual([2, false, undefined])
    expect(b.worker?.lead?.term).toBeGreaterThan(a.workers[0]?.lead?.term ?? Infinity)
  })

  test('have another leader when the worker of the first one crashes, and the first one follows', async () => {
    const { clock, open } = createOrigin()
    const [a, b] = [await open(), await open()]
    a.worker?.agent.die()
    await clock.settle()
    expect(roles(a, b)).toEqual(['follower', 'leader'])
    expect(hosts(a, b)).toEqual(Array(2).fill('host tab1/0'))
    b.worker?.agent.die()
    await clock.settle()
    expect([roles(a, b), hosts(a, b)]).toEqual([['leader', 'follower'], Array(2).fill('host tab0/1')])
  })

  test('replace a worker that hangs, whether its tab is visible or hidden', async () => {
    const { clock, open } = createOrigin()
    const [a, b] = [await open(), await open()]
    a.worker?.hang()
    await clock.advance(13_000)
    expect([roles(a, b), hosts(a, b)]).toEqual([['follower', 'leader'], Array(2).fill('host tab1/0')])
    b.show(false)
    b.worker?.hang()
    await clock.advance(18_000)
    expect([roles(a, b), hosts(a, b)]).toEqual([['leader', 'follower'], Array(2).fill('host tab0/1')])
    expect(a.worker?.lead?.preempted).toBe(true)
  })

  test('leave a worker time to start', async () => {
    const { clock, open } = createOrigin()
    const a = await open('mute')
    const b = await open()
    await clock.advance(29_000)
    expect(a.worker).toBeDefined()
    expect(b.events).toEqual([])
    a.fate = 'serves'
    await clock.advance(12_000)
    expect(hosts(a, b)).toEqual(Array(2).fill('host tab1/0'))
  })
})

describe('a leader that is frozen', () => {
  test('without a freeze event is preempted, and follows after it thaws', async () => {
    const { clock, locks, open } = createOrigin()
    const [a, b, c] = [await open(), await open(), await open()]
    await a.freeze()
    await clock.advance(15_000)
    const [leader] = [b, c].filter(({ role }) => role === 'leader')
    expect(roles(b, c).sort()).toEqual(['follower', 'leader'])
    expect([leader?.worker?.lead?.preempted, leader?.worker?.sessions]).toEqual([true, 2])
    expect(new Set(hosts(b, c)).size).toBe(1)
    expect(a.worker).toBeDefined()
    a.thaw()
    await clock.settle()
    expect([a.role, a.worker, a.host]).toEqual(['follower', undefined, b.host])
    await clock.advance(60_000)
    expect([hosts(a, b, c), locks.holders(LEADERSHIP).length]).toEqual([Array(3).fill(b.host), 1])
  })

  test('is preempted by a tab that opens later', async () => {
    const { clock, open } = createOrigin()
    const a = await open()
    await a.freeze()
    const b = await open()
    expect(b.events).toEqual([])
    await clock.advance(6000)
    expect([b.role, b.host]).toEqual(['leader', 'host tab1/0'])
  })

  test('is not preempted by hidden tabs', async () => {
    const { clock, open } = createOrigin()
    const [a, b] = [await open(), await open()]
    b.show(false)
    await a.freeze()
    await clock.advance(300_000)
    expect(b.role).toBe('follower')
    b.show(true)
    await clock.advance(15_000)
    expect(b.role).toBe('leader')
  })

  test('after a freeze event releases the lead first, and follows after it thaws', async () => {
    const { clock, open } = createOrigin()
    const [a, b] = [await open(), await open()]
    await a.freeze('freeze')
    await clock.settle()
    expect([b.role, b.host, a.worker, a.events.at(-1)]).toEqual([
      ...['leader', 'host tab1/0', undefined, 'lost: the page was frozen'],
    ])
    a.thaw()
    await clock.settle()
    expect([a.role, a.host]).toEqual(['follower', 'host tab1/0'])
  })

  test('does not welcome tabs of another leader after it thaws', async () => {
    const { clock, open } = createOrigin()
    const [a, b, c] = [await open(), await open(), await open()]
    await a.freeze()
    await clock.advance(15_000)
    const channels = [b, c].map(({ events }) => events.filter(each => each === 'channel').length)
    a.thaw()
    await clock.advance(60_000)
    expect([b, c].map(({ events }) => events.filter(each => each === 'channel').length)).toEqual(channels)
  })
})

describe('a follower', () => {
  test('that is hidden connects to a new leader, although its watchdog is paused', async () => {
    const { clock, open } = createOrigin()
    const [a, b, c] = [await open(), await open(), await open()]
    c.show(false)
    await a.freeze()
    await clock.advance(15_000)
    expect([b.role, c.host]).toEqual(['leader', b.host])
  })

  test('that is frozen when it becomes the leader is preempted', async () => {
    const { clock, open } = createOrigin()
    const [a, b, c] = [await open(), await open(), await open()]
    await b.freeze()
    a.close()
    await clock.advance(6000)
    expect([c.role, c.host]).toEqual(['leader', 'host tab2/0'])
    b.thaw()
    await clock.settle()
    expect([b.role, b.host, b.worker]).toEqual(['follower', 'host tab2/0', undefined])
  })

  test.each(['freeze', 'leave'] as const)('leaves the queue before it is frozen (%s)', async warning => {
    const { clock, locks, open } = createOrigin()
    const [a, b, c] = [await open(), await open(), await open()]
    await b.freeze(warning)
    await clock.settle()
    expect([a.worker?.sessions, locks.waiters(LEADERSHIP)]).toEqual([2, ['tab2']])
    expect(b.page.broadcasts.openCount).toBe(0)
    b.thaw()
    await clock.settle()
    expect([b.host, c.host, a.worker?.sessions]).toEqual([a.host, a.host, 3])
  })

  test('that an old leader welcomed first switches to the newer one', async () => {
    const { broadcasts, clock, locks, open } = createOrigin()
    const stranger = broadcasts.agent()
    void locks.agent('stranger').request(LEADERSHIP, {}, () => new Promise(() => {}))
    const announcements = stranger.open(LEADERSHIP)
    const received: string[] = []
    let terms = [8, 9, 7]
    announcements.addEventListener('message', ({ data }) => {
      const { follower } = data as { follower: string }
      for (const term of terms) {
        const channel = stranger.open(followerChannelName(LEADERSHIP, `host${term}`, follower))
        channel.addEventListener('message', event =>
          received.push(`${term}: ${(event.data as PageMessage).type}`),
        )
        announcements.postMessage({ type: 'welcome', follower, hostId: `host${term}`, term })
      }
      terms = [9]
    })
    const a = await open()
    expect(received).toEqual(['8: hello', '8: goodbye', '9: hello'])
    expect(a.events).toEqual(['channel', 'lost: another tab has taken the lead', 'channel'])
    announcements.postMessage({ type: 'leads', hostId: 'host9', term: 9 })
    announcements.postMessage({ type: 'leads', hostId: 'host8', term: 8 })
    await clock.settle()
    expect(a.events).toHaveLength(3)
  })

  test('that closes leaves no session and no channel at its leader', async () => {
    const { clock, open } = createOrigin()
    const [a, b] = [await open(), await open()]
    expect(a.worker?.agent.broadcasts.openCount).toBe(2)
    b.close()
    await clock.settle()
    expect([a.worker?.sessions, a.worker?.agent.broadcasts.openCount]).toEqual([1, 1])
  })

  test('that joins and sends no hello gets no session, and its channel closes after 30 s', async () => {
    const { broadcasts, clock, open } = createOrigin()
    const a = await open()
    const stranger = broadcasts.agent()
    const received: unknown[] = []
    const announcements = stranger.open(LEADERSHIP)
    announcements.addEventListener('message', ({ data }) => received.push(data))
    announcements.postMessage({ type: 'join', follower: 'x' })
    announcements.postMessage({ type: 'join', follower: 'x' })
    await clock.settle()
    const { hostId = '', term } = a.worker?.lead ?? {}
    expect(received).toEqual(Array(2).fill({ type: 'welcome', follower: 'x', hostId, term }))
    expect([a.worker?.sessions, a.worker?.agent.broadcasts.openCount]).toEqual([1, 2])
    await clock.advance(30_000)
    stranger.open(followerChannelName(LEADERSHIP, hostId, 'x')).postMessage({ type: 'hello' })
    await clock.settle()
    expect([a.worker?.sessions, a.worker?.agent.broadcasts.openCount]).toEqual([1, 1])
  })
})

describe('a worker', () => {
  test('that crashes repeatedly restarts with growing backoff', async () => {
    const { clock, open } = createOrigin()
    const a = await open()
    const started: number[] = []
    for (let workers = 1; workers < 9; workers++) {
      const crashedAt = clock.now()
      a.worker?.agent.die()
      while (a.workers.length === workers) await clock.advance(500)
      started.push(clock.now() - crashedAt)
    }
    expect(started).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    await clock.advance(60_000)
    a.worker?.agent.die()
    await clock.settle()
    expect(a.host).toBe('host tab0/9')
  })

  test('that cannot start fails the transport, if none has started before', async () => {
    const { clock, locks, open } = createOrigin()
    const a = new FakeTab({ clock, locks, broadcasts: createFakeBroadcasts() }, 'a', Math.random)
    a.fate = 'broken'
    await clock.settle()
    expect(a.events).toEqual(['channel', 'failed: the worker did not start: it is broken'])
    expect([locks.holders(LEADERSHIP), clock.pendingTimers]).toEqual([[], 0])
    const b = await open()
    expect(b.role).toBe('leader')
  })

  test('that cannot start again is retried', async () => {
    const { clock, open } = createOrigin()
    const a = await open()
    a.fate = 'broken'
    a.worker?.agent.die()
    await clock.settle()
    expect(a.events.at(-1)).toBe('lost: the worker did not start: it is broken')
    a.fate = 'serves'
    await clock.advance(1000)
    expect(a.host).toBe('host tab0/2')
  })
})

test('a follower whose host is replaced loses it at once, and finds its leader again', async () => {
  const { clock, open } = createOrigin()
  const [a, b] = [await open(), await open()]
  const before = b.events.length
  b.transport.restart('it does not answer')
  expect([b.events.slice(before), b.transport.lastHeardAt, b.host]).toEqual([
    ['lost: it does not answer'],
    undefined,
    undefined,
  ])
  await clock.advance(5000)
  expect([roles(a, b), hosts(a, b), a.workers.length]).toEqual([
    ['leader', 'follower'],
    ['host tab0/0', 'host tab0/0'],
    1,
  ])
  expect(a.worker?.sessions).toBe(2)
})

test('a transport that is closed at any time leaves no timer, lock, channel or worker', async () => {
  for (const ms of [0, 1000, 5000, 12_000, 20_000]) {
    const { clock, locks, open } = createOrigin()
    const [a, b] = [await open(), await open()]
    a.worker?.hang()
    await clock.advance(ms)
    for (const tab of [a, b]) {
      tab.close()
      tab.transport.close()
    }
    await clock.settle()
    expect([locks.holders(LEADERSHIP), locks.waiters(LEADERSHIP), clock.pendingTimers]).toEqual([[], [], 0])
    for (const tab of [a, b]) expect([tab.page.broadcasts.openCount, tab.worker]).toEqual([0, undefined])
  }
})
