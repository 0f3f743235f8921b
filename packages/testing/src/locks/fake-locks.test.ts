import type { GrantedLock } from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import type { FakeLockAgent } from './fake-lock-agent.ts'
import { createFakeLocks } from './fake-locks.ts'

const settled = () => new Promise<void>(resolve => setImmediate(resolve))

/** A request that the test releases, with its results. */
function hold(agent: FakeLockAgent, lock: string, options: Parameters<FakeLockAgent['request']>[1] = {}) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const seen: string[] = []
  agent
    .request(lock, options, (granted: GrantedLock | null) => {
      seen.push(granted ? `granted ${granted.name}` : 'refused')
      return granted ? promise : undefined
    })
    .then(
      () => seen.push('released'),
      (error: Error) => seen.push(error.name),
    )
  return { seen, release: resolve }
}

describe('fake locks', () => {
  test('are exclusive and granted in order', async () => {
    const locks = createFakeLocks()
    const [a, b, c] = [locks.agent('a'), locks.agent('b'), locks.agent('c')]
    const [one, two, three] = [hold(a, 'x'), hold(b, 'x'), hold(c, 'x')]
    expect(one.seen).toEqual([])
    await settled()
    expect([one.seen, two.seen, three.seen]).toEqual([['granted x'], [], []])
    expect([locks.holders('x'), locks.waiters('x')]).toEqual([['a'], ['b', 'c']])
    one.release()
    await settled()
    expect([one.seen, two.seen]).toEqual([['granted x', 'released'], ['granted x']])
    expect(locks.holders('x')).toEqual(['b'])
    expect(locks.holders('y')).toEqual([])
  })

  test('are shared unless an exclusive request precedes', async () => {
    const locks = createFakeLocks()
    const agents = ['a', 'b', 'c', 'd'].map(name => locks.agent(name))
    const [one, two, three, four] = agents.map((agent, i) =>
      hold(agent, 'x', { mode: i === 2 ? 'exclusive' : 'shared' }),
    )
    await settled()
    expect(locks.holders('x')).toEqual(['a', 'b'])
    one?.release()
    await settled()
    expect(three?.seen).toEqual([])
    two?.release()
    await settled()
    expect([three?.seen, four?.seen]).toEqual([['granted x'], []])
    agents[2]?.die()
    await settled()
    expect(four?.seen).toEqual(['granted x'])
  })

  test('are released when their agent dies, without notifying it', async () => {
    const locks = createFakeLocks()
    const [a, b] = [locks.agent(), locks.agent()]
    const one = hold(a, 'x')
    const both = hold(a, 'x')
    const two = hold(b, 'x')
    await settled()
    a.die()
    one.release()
    await settled()
    expect([one.seen, both.seen, two.seen]).toEqual([['granted x'], [], ['granted x']])
    hold(a, 'y')
    expect(locks.holders('y')).toEqual([])
  })

  test('a steal preempts the holder with an AbortError; waiting requests keep waiting', async () => {
    const locks = createFakeLocks()
    const [a, b, c] = [locks.agent('a'), locks.agent('b'), locks.agent('c')]
    const [one, two, stealing] = [hold(a, 'x'), hold(b, 'x'), hold(c, 'x', { steal: true })]
    await settled()
    expect([one.seen, two.seen, stealing.seen]).toEqual([['granted x', 'AbortError'], [], ['granted x']])
    one.release()
    stealing.release()
    await settled()
    expect(locks.holders('x')).toEqual(['b'])
  })

  test('a frozen agent keeps its locks and queue positions, and is notified when it thaws', async () => {
    const locks = createFakeLocks()
    const [a, b, c] = [locks.agent('a'), locks.agent('b'), locks.agent('c')]
    const one = hold(a, 'x')
    const waiting = hold(b, 'y')
    await settled()
    const second = hold(a, 'y')
    a.freeze()
    waiting.release()
    await settled()
    expect([second.seen, locks.holders('y')]).toEqual([[], ['a']])
    hold(c, 'x', { steal: true })
    await settled()
    expect(one.seen).toEqual(['granted x'])
    a.thaw()
    await settled()
    expect([one.seen, second.seen]).toEqual([['granted x', 'AbortError'], ['granted y']])
  })

  test('ifAvailable is answered at once with null', async () => {
    const locks = createFakeLocks()
    const [a, b] = [locks.agent(), locks.agent()]
    hold(a, 'x')
    const asked = hold(b, 'x', { ifAvailable: true })
    const free = hold(b, 'y', { ifAvailable: true })
    await settled()
    expect([asked.seen, free.seen]).toEqual([['refused', 'released'], ['granted y']])
  })

  test('a signal removes a waiting request, and does not affect a held lock', async () => {
    const locks = createFakeLocks()
    const [a, b] = [locks.agent('a'), locks.agent('b')]
    const [held, waits] = [new AbortController(), new AbortController()]
    const one = hold(a, 'x', { signal: held.signal })
    const two = hold(b, 'x', { signal: waits.signal })
    await settled()
    held.abort()
    waits.abort()
    await settled()
    expect([one.seen, two.seen]).toEqual([['granted x'], ['AbortError']])
    expect([locks.holders('x'), locks.waiters('x')]).toEqual([['a'], []])
    expect(await a.request('y', { signal: waits.signal }, () => 1).catch(String)).toContain('AbortError')
  })

  test('pass on the callback’s result or error, and are released afterwards', async () => {
    const locks = createFakeLocks()
    const agent = locks.agent()
    expect(await agent.request('x', {}, () => 7)).toBe(7)
    const failing = agent.request('x', {}, () => Promise.reject(new Error('mine')))
    await expect(failing).rejects.toThrow('mine')
    expect(locks.holders('x')).toEqual([])
  })

  test.each([
    { steal: true, ifAvailable: true },
    { steal: true, mode: 'shared' as const },
    { steal: true, signal: new AbortController().signal },
  ])('reject the options that the platform rejects: %o', async options => {
    const agent = createFakeLocks().agent()
    await expect(agent.request('x', options, () => 1)).rejects.toMatchObject({ name: 'NotSupportedError' })
  })
})
